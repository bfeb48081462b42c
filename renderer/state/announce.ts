import { createStore, useStore } from 'zustand';

/** At most one sentence in this time, so that a burst does not talk without end; ms. */
export const SENTENCE_EVERY_MS = 3_000;

interface Spoken {
  polite: string;
  assertive: string;
}

export const spokenStore = createStore<Spoken>(() => ({ polite: '', assertive: '' }));

export const useSpoken = (): Spoken => useStore(spokenStore);

let lastAt = Number.NEGATIVE_INFINITY;
let waiting: (() => string) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function speak(): void {
  timer = undefined;
  const sentence = waiting;
  waiting = undefined;
  if (!sentence) return;
  lastAt = Date.now();
  spokenStore.setState({ polite: sentence() });
}

/** Tells people who do not see the window. Of several sentences in one interval the last one is spoken. */
export function announce(sentence: string | (() => string)): void {
  waiting = typeof sentence === 'string' ? () => sentence : sentence;
  const wait = lastAt + SENTENCE_EVERY_MS - Date.now();
  if (timer !== undefined) return;
  if (wait <= 0) speak();
  else timer = setTimeout(speak, wait);
}

/** Questions and cuts interrupt, once. */
export const announceNow = (sentence: string): void => spokenStore.setState({ assertive: sentence });
