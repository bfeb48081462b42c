import type { AgentRecord } from './agents.ts';
import type { HandlerParts } from './handlers/handler.ts';

type Parts = Pick<HandlerParts, 'http' | 'running' | 'streams' | 'watcher' | 'doctor'>;

/** Everything that would ask the agent again. */
function stopAsking({ streams, watcher, doctor }: Parts, agent: string): void {
  streams.stopFor(agent);
  watcher.stopFor(agent);
  doctor.stop(agent);
}

/**
 * Ends what goes on with an agent and closes the connections to it. The agent stays in the list with what is known of it;
 * tasks go on at its side.
 */
export async function disconnect(parts: Parts, agent: AgentRecord): Promise<void> {
  stopAsking(parts, agent.id);
  const open = [...parts.running].filter((exchange) => exchange.agent === agent.id);
  for (const exchange of open) exchange.abort();
  await Promise.all(open.map(({ outcome }) => outcome));
  // An end may have led to another question.
  stopAsking(parts, agent.id);
  // A connection is free one turn after the end of its answer.
  await new Promise(setImmediate);
  // Idle ones only save time. Which are the agent's is not told by the address: proxies and redirects lie between.
  parts.http.closeIdle();
  agent.connection = 'idle';
  delete agent.error;
}
