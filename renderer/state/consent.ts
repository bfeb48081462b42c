import { createStore, useStore } from 'zustand';
import type { ConsentNeeded, ConsentView } from '../../shared/contract/access.ts';
import { isObject } from '../../shared/lib/json.ts';
import type { Trouble } from '../../shared/lib/result.ts';

export type ConsentAnswer = ConsentView['answer'];

/** A question that is on screen or waits for its turn. */
export interface ConsentQuestion {
  needed: ConsentNeeded;
  /** Undefined: the person broke off, and nothing is sent. */
  answer(answer: ConsentAnswer | undefined): void;
  answered: Promise<ConsentAnswer | undefined>;
}

const store = createStore<{ questions: readonly ConsentQuestion[] }>(() => ({ questions: [] }));

const first = (state: { questions: readonly ConsentQuestion[] }): ConsentQuestion | undefined => state.questions[0];

/** The question to show now. */
export const useConsentQuestion = (): ConsentQuestion | undefined => useStore(store, first);

/** The same outside React. */
export const currentQuestion = (): ConsentQuestion | undefined => first(store.getState());

/** Asks whether credentials may go to another origin. Callers that need the same answer share one question. */
export function askConsent(needed: ConsentNeeded): Promise<ConsentAnswer | undefined> {
  const same = store
    .getState()
    .questions.find((question) => question.needed.from === needed.from && question.needed.to === needed.to);
  if (same) return same.answered;
  let settle: (answer: ConsentAnswer | undefined) => void = () => undefined;
  const answered = new Promise<ConsentAnswer | undefined>((resolve) => {
    settle = resolve;
  });
  const question: ConsentQuestion = {
    needed,
    answered,
    answer(answer) {
      store.setState(({ questions }) => ({ questions: questions.filter((one) => one !== question) }));
      settle(answer);
    },
  };
  store.setState(({ questions }) => ({ questions: [...questions, question] }));
  return answered;
}

/** The question behind a refusal; undefined for every other trouble. */
export function consentOf(trouble: Trouble | undefined): ConsentNeeded | undefined {
  if (trouble?.code !== 'consent' || !isObject(trouble.detail)) return undefined;
  const { from, to, url } = trouble.detail;
  return typeof from === 'string' && typeof to === 'string' && typeof url === 'string'
    ? (trouble.detail as unknown as ConsentNeeded)
    : undefined;
}
