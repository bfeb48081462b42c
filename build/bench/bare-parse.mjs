// The limit that everything is compared with: read the stream, find the lines, parse the JSON, keep nothing.
// Arguments: address of the load server, text of the message; a further text is sent and read before, unmeasured. Prints
// one line of JSON.
import { request } from 'node:http';
import { StringDecoder } from 'node:string_decoder';

const [url, text, before] = process.argv.slice(2);
const PREFIX = 'data: ';

/** Sends a text and reads the answer to its end. */
const read = (said) =>
  new Promise((resolve) => {
    const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: said }] };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } });
    let events = 0;
    let bytes = 0;
    let rest = '';
    const decoder = new StringDecoder('utf8');
    const cpu = process.cpuUsage();
    const start = process.hrtime.bigint();

    const sent = request(`${url}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'a2a-version': '1.0' },
    });
    sent.on('response', (response) => {
      response.on('data', (chunk) => {
        bytes += chunk.length;
        const piece = rest + decoder.write(chunk);
        let from = 0;
        for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
          if (piece.startsWith(PREFIX, from) && JSON.parse(piece.slice(from + PREFIX.length, end)).result) events += 1;
          from = end + 1;
        }
        rest = piece.slice(from);
      });
      response.on('end', () => {
        const wall = Number(process.hrtime.bigint() - start) / 1e6;
        const { user, system } = process.cpuUsage(cpu);
        resolve({ events, bytes, wall, cpu: (user + system) / 1000 });
      });
    });
    sent.end(body);
  });

if (before) await read(before);
console.log(JSON.stringify(await read(text)));
