import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConsentNeeded } from '../../shared/contract/access.ts';
import type { Bridge } from '../../shared/contract/bridge.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { ask, call, setBridge } from './bridge.ts';
import { askConsent, consentOf, currentQuestion } from './consent.ts';

const needed: ConsentNeeded = {
  agent: 'a',
  from: 'https://one.example',
  to: 'https://two.example',
  what: ['Authorization'],
  because: 'card',
  url: 'https://two.example/rpc',
};
const question = { code: 'consent', message: 'May they go there?', detail: needed } as const;

let calls: { name: string; input: unknown }[];
/** What `card.fetch` answers, in order; the last one stays. */
let answers: Reply<unknown>[];

beforeEach(() => {
  calls = [];
  answers = [
    { ok: false, error: question },
    { ok: true, value: 'card' },
  ];
  setBridge({
    host: 'fake',
    call: async (name: string, input: unknown) => {
      calls.push({ name, input });
      if (name !== 'card.fetch') return { ok: true, value: null };
      return answers.length > 1 ? answers.shift() : answers[0];
    },
  } as unknown as Bridge);
});

/** The person answers the question that is on screen, when there is one. */
const answer = (choice: 'send' | 'without' | undefined): void => currentQuestion()?.answer(choice);

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a call that needs a consent', () => {
  afterEach(() => answer(undefined));

  it('keeps the answer and goes again', async () => {
    const reply = call('card.fetch', { agent: 'a' });
    await settle();
    answer('without');
    expect(await reply).toEqual({ ok: true, value: 'card' });
    expect(calls.map(({ name }) => name)).toEqual(['card.fetch', 'access.consent', 'card.fetch']);
    expect(calls[1]?.input).toEqual({ from: needed.from, to: needed.to, answer: 'without' });
  });

  it('is refused as it was when the person breaks off', async () => {
    const reply = ask('card.fetch', { agent: 'a' }).catch((error: unknown) => error);
    await settle();
    answer(undefined);
    expect(await reply).toMatchObject({ trouble: question });
    expect(calls).toHaveLength(1);
  });

  it('asks once for a pair, however the engine answers', async () => {
    answers = [{ ok: false, error: question }];
    const reply = call('card.fetch', { agent: 'a' });
    await settle();
    answer('send');
    expect(await reply).toEqual({ ok: false, error: question });
    expect(calls.filter(({ name }) => name === 'access.consent')).toHaveLength(1);
  });
});

it('two callers share one question about the same pair', async () => {
  const both = Promise.all([askConsent(needed), askConsent({ ...needed, url: 'https://two.example/other' })]);
  answer('send');
  expect(await both).toEqual(['send', 'send']);
});

it('only a consent with its origins is a question', () => {
  expect(consentOf(question)).toEqual(needed);
  expect(consentOf({ ...question, code: 'auth' })).toBeUndefined();
  expect(consentOf({ ...question, detail: { from: 1 } })).toBeUndefined();
});
