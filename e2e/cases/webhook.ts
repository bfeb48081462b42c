import { parseJson } from '../../shared/lib/json.ts';
import type { Reply } from '../../shared/lib/result.ts';
import type { CaseFile } from './case-file.ts';

/** What the agent of a case pushes, and what it was told to send along. */
export interface Pushing {
  config: PushedConfig;
  /** Sends the deliveries to an address; the status of each answer. */
  send(url: string): Promise<number[]>;
}

interface PushedConfig {
  taskId?: string;
  token?: string;
  authentication?: { scheme: string; credentials: string };
}

type Call = (name: 'receiver.start' | 'receiver.register', input: never) => Promise<unknown>;

/** The webhook side of a case; undefined when it has none. */
export function pushingOf({ given }: CaseFile, send: Pushing['send']): Pushing | undefined {
  const config = given.webhook?.registered_config;
  return config && { config: config as PushedConfig, send };
}

function given<T>(reply: unknown): T {
  const answer = reply as Reply<T>;
  if (answer.ok) return answer.value;
  throw new Error(`The receiver refused: ${answer.error.message}`);
}

/** Starts the receiver, expects of deliveries what the agent was told, and has them sent. */
export async function receivePushed(call: Call, agent: string, { config, send }: Pushing): Promise<number[]> {
  const { taskId: task, token, authentication } = config;
  given(await call('receiver.start', {} as never));
  const input = { agent, ...(task && { task }), ...(token && { token }), ...(authentication && { authentication }) };
  const { url = '' } = given<{ url?: string }>(await call('receiver.register', input as never));
  return send(url);
}

/** Statuses in what the agent's script prints of its deliveries, one JSON line for each. */
export function pushedStatuses(output: string): number[] {
  return output.split('\n').flatMap((line) => {
    const parsed = parseJson(line);
    const status = parsed.ok && (parsed.value as { status?: string }).status;
    return status ? [Number(/ (\d{3})(?: |$)/.exec(status)?.[1] ?? 0)] : [];
  });
}
