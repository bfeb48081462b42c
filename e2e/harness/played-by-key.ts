import { afterEach, expect } from 'vitest';
import { waitForState, waitForTimeline } from './actions.ts';
import { connectByKey, sendByKey, tabByNumber } from './keyboard.ts';
import { type Launched, type LaunchOptions, launchLoupe } from './launch.ts';
import { startPeer } from './peer.ts';

interface Ending {
  url: string;
  close(): Promise<unknown>;
}

/** For a spec that is played by key: begins its applications and agents, and ends them after each test. */
export function playedByKey() {
  let loupe: Launched | undefined;
  const ends: Ending[] = [];
  afterEach(async () => {
    await loupe?.close();
    for (const end of ends.splice(0)) await end.close();
    expect(loupe?.problems ?? []).toEqual([]);
  });

  /** Has an agent ended after the test. */
  const endLater = <T extends Ending>(agent: T): T => {
    ends.push(agent);
    return agent;
  };
  /** Starts the application and connects to an agent. */
  const begin = async (agent: Ending, options: LaunchOptions = {}) => {
    endLater(agent);
    loupe = await launchLoupe(options);
    await connectByKey(loupe.page, agent.url);
    return loupe.page;
  };
  /** A run with tools, in the timeline. */
  const withTools = async () => {
    const page = await begin(await startPeer());
    await sendByKey(page, 'tools');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await tabByNumber(page, 'timeline');
    await waitForTimeline(page, 'ended');
    return page;
  };
  return { begin, endLater, withTools };
}
