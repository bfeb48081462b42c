// Another client beside the engine: the JavaScript SDK reads the stream and keeps nothing. Arguments: folder with its
// packages, address of the load server, text of the message; a further text is sent and read before, unmeasured. Prints
// one line of JSON.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, url, text, before] = process.argv.slice(2);
const resolve = createRequire(join(folder, 'package.json')).resolve;
const { ClientFactory } = await import(pathToFileURL(resolve('@a2a-js/sdk/client')).href);
const client = await new ClientFactory().createFromUrl(url);

/** Sends a text and reads the answer to its end. */
async function read(said) {
  const part = { content: { $case: 'text', value: said }, metadata: undefined, filename: '', mediaType: '' };
  const message = {
    messageId: 'm-1',
    role: 1,
    parts: [part],
    contextId: '',
    taskId: '',
    extensions: [],
    referenceTaskIds: [],
  };
  let events = 0;
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  for await (const event of client.sendMessageStream({ message, tenant: '' })) if (event) events += 1;
  const wall = Number(process.hrtime.bigint() - start) / 1e6;
  const { user, system } = process.cpuUsage(cpu);
  return { events, wall, cpu: (user + system) / 1000 };
}

if (before) await read(before);
console.log(JSON.stringify(await read(text)));
