// @ts-check
import { checkRefused, same, taskOf } from './iac-code-checks.mjs';

/** @typedef {import('./iac-code-checks.mjs').Bench} Bench */

/** Addresses of this machine and of private networks, as they may be written. */
const PRIVATE = ['http://127.0.0.1:9/hook', 'http://localhost:9/hook', 'http://[::1]:9/hook', 'http://10.0.0.1/hook'];

/** A server without pushes. @param {Bench} bench */
export async function pushesOff(bench) {
  const { client, say } = bench;
  const { taskId } = taskOf(await client.call('SendStreamingMessage', say('plain first')));
  const create = { taskId, id: 'hook', url: 'https://hooks.example/a' };
  checkRefused(bench, 'pushes are off', await client.call('CreateTaskPushNotificationConfig', create), -32003);
}

/** The server as it is delivers nothing to the machine it runs on. @param {Bench} bench */
export async function pushesToPrivate(bench) {
  const { client, say, report } = bench;
  const { taskId } = taskOf(await client.call('SendStreamingMessage', say('plain first')));
  const outcomes = [];
  for (const url of PRIVATE) {
    const { outcome } = await client.call('CreateTaskPushNotificationConfig', { taskId, id: 'hook', url });
    outcomes.push([outcome.outcome, outcome.error?.a2a?.code]);
  }
  const list = (await client.call('ListTaskPushNotificationConfigs', { taskId })).outcome;
  report('pushes to private addresses are refused', [
    ...same(
      'outcomes',
      PRIVATE.map(() => ['error', -32602]),
      outcomes,
    ),
    ...same('stored', [], list.reading?.type === 'pushes' ? list.reading.list.configs : list.outcome),
  ]);
}
