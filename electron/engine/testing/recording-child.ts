import { createEngine } from '../engine.ts';

/**
 * A process that records a stream until it is killed. Arguments: data folder, address of the agent. Prints the session
 * and then the highest recorded seq, again and again.
 */
async function main(dataDir: string, url: string): Promise<void> {
  const engine = await createEngine({
    dataDir,
    host: 'cli',
    version: '0.0.0',
    platform: process.platform,
    capabilities: { dialogs: false, externalLinks: false, vault: 'none' },
  });
  const agent = await engine.call('agents.add', { url, options: { endpoint: url } });
  if (!agent.ok) throw new Error(agent.error.message);
  console.log(engine.liveSession);
  const feed = engine.openFeed({ session: engine.liveSession, after: 0 }, (batch) => {
    feed.ack(batch.last);
    console.log(`${Date.now()} ${batch.last}`);
  });
  const message = { role: 'ROLE_USER', parts: [{ text: 'go' }] };
  await engine.call('calls.start', { agent: agent.value.id, operation: 'SendStreamingMessage', request: { message } });
}

void main(process.argv[2] ?? '', process.argv[3] ?? '');
