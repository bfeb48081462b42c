import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect, openTab, recordedEntries, rowCount, send, waitForState, waitForTimeline } from './harness/actions.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';
import { type Peer, startPeer } from './harness/peer.ts';

const EVENTS = 20_000;
/** Rows on screen plus overscan, whatever the length of the log. */
const DOM_ROWS = 200;

let loupe: Launched;
let peer: Peer;

beforeEach(async () => {
  peer = await startPeer();
  loupe = await launchLoupe();
});

afterEach(async () => {
  await loupe?.close();
  await peer?.close();
});

it(`takes ${EVENTS} events as fast as they come, and draws only what is in view`, async () => {
  const { page, dataDir } = loupe;
  await connect(page, peer.url);
  await send(page, `burst ${EVENTS}`);
  await waitForState(page, 'TASK_STATE_COMPLETED');
  await openTab(page, 'timeline');
  await waitForTimeline(page, 'ended');
  // request, head, task, working, completed, end around the burst
  await expect.poll(() => rowCount(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(EVENTS + 5);
  const entries = recordedEntries(dataDir)[0] ?? [];
  const run = entries.find((entry) => entry.operation === 'SendStreamingMessage');
  const recorded = entries.filter((entry) => entry.exchange === run?.exchange);
  expect(await rowCount(page)).toBe(recorded.length);
  expect(new Set(entries.map((entry) => entry.seq)).size).toBe(entries.length);
  expect(await page.getByTestId('event-row').count()).toBeLessThan(DOM_ROWS);
});
