import { describe, expect, it } from 'vitest';
import type { Message } from '../../model/message.ts';
import type { RunSpan } from './spans-model.ts';
import { type Asked, askedOf, groupRuns, outcomeOf, spreadsOfDone } from './spans-runs.ts';
import { status, TASK, task } from './testing/events.ts';
import { SessionScript } from './testing/session-script.ts';
import { playSpans } from './testing/spans.ts';

const message = (change: object): Message => ({ messageId: 'm', role: 'ROLE_USER', parts: [], ...change }) as Message;

/** The same event of another task. */
const of = (id: string, event: object): object => JSON.parse(JSON.stringify(event).replaceAll(TASK, id));

/** One message each; the state its task ends in, and how long the first event takes. */
function runs(...plan: [text: string, state: string, ms: number, cause?: 'cut'][]): RunSpan[] {
  const script = new SessionScript();
  for (const [index, [text, state, ms, cause]] of plan.entries()) {
    const exchange = script.ask(text);
    script.head(exchange);
    script.wait(ms);
    script.item(exchange, of(`task-${index}`, task('TASK_STATE_SUBMITTED')));
    script.item(exchange, of(`task-${index}`, status(state)));
    if (state !== 'TASK_STATE_WORKING') script.end(exchange, cause);
  }
  return playSpans(script).spans.session.group.turns;
}

describe('what a message asks for', () => {
  it.each<[string, object, Asked]>([
    ['its text', { parts: [{ text: 'a' }, { text: 'b' }] }, { text: 'a\nb' }],
    [
      'the skill of an AdCP data part',
      { parts: [{ data: { skill: 'get_products', input: { brief: 'x' } } }] },
      { skill: 'get_products', text: '{"skill":"get_products","input":{"brief":"x"}}' },
    ],
    ['a skill in its metadata', { parts: [{ text: 'a' }], metadata: { skillId: 's1' } }, { skill: 's1', text: 'a' }],
    [
      'one behind a vendor’s prefix',
      { parts: [{ text: 'a' }], metadata: { 'https://x.example/v1/skill': 's2' } },
      { skill: 's2', text: 'a' },
    ],
    ['no skill without a name', { parts: [{ data: { skill: 7 } }], metadata: { skill: ' ' } }, { text: '{"skill":7}' }],
    ['a file by its name', { parts: [{ raw: 'AA==', filename: 'a.png' }] }, { text: 'a.png' }],
    ['nothing of what is no message', { parts: 'nonsense' }, { text: '' }],
  ])('%s', (_, change, asked) => {
    expect(askedOf(message(change))).toEqual(asked);
  });
});

describe('runs', () => {
  const all = runs(
    ['go', 'TASK_STATE_COMPLETED', 100],
    ['other', 'TASK_STATE_COMPLETED', 5],
    ['go', 'TASK_STATE_FAILED', 9_000],
    ['go', 'TASK_STATE_COMPLETED', 300],
    ['go', 'TASK_STATE_COMPLETED', 9_000, 'cut'],
    ['go', 'TASK_STATE_WORKING', 10],
  );
  const asked = (run: RunSpan): Asked => ({ text: run.note === 'other' ? 'other' : 'go' });

  it('come out done, failed or not at all', () => {
    expect(all.map(outcomeOf)).toEqual(['done', 'done', 'failed', 'done', 'failed', 'open']);
  });

  it('are grouped by what they ask, and failed ones are counted apart', () => {
    const groups = groupRuns(all, asked);
    expect(groups.map(({ asked: { text }, done, failed, open }) => [text, done, failed, open])).toEqual([
      ['go', 2, 2, 1],
      ['other', 1, 0, 0],
    ]);
    // From the request: 10 ms to the head, the wait, 10 ms to the event. The failed ones took seconds.
    expect(groups[0]?.spreads.firstEvent).toEqual({ count: 2, p50: 120, p95: 320 });
    expect(spreadsOfDone(all).firstEvent).toEqual({ count: 3, p50: 120, p95: 320 });
  });

  it('with a skill are one group whatever their text is', () => {
    const skills = groupRuns(all, (run) => ({ skill: 's', text: run.note }));
    expect(skills.map(({ runs: those }) => those.length)).toEqual([6]);
    const mixed = groupRuns(all.slice(0, 2), (run) => (run.note === 'go' ? { text: 's' } : { skill: 's', text: 's' }));
    expect(mixed).toHaveLength(2);
  });

  it('of different agents never share a group', () => {
    const script = new SessionScript();
    for (const agent of ['agent-1', 'agent-2']) {
      const params = { message: { messageId: 'u', role: 'ROLE_USER', parts: [{ text: 'go' }] } };
      script.end(script.call('SendMessage', params, { agent }));
    }
    const { turns } = playSpans(script).spans.session.group;
    expect(groupRuns(turns, () => ({ text: 'go' })).map(({ agent }) => agent)).toEqual(['agent-1', 'agent-2']);
  });
});
