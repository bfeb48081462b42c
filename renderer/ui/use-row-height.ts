import { useSyncExternalStore } from 'react';

/** Row height before the style sheet is there, px. */
const FALLBACK = 22;

const measure = (): number =>
  Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--h-row'), 10) || FALLBACK;

/** Asking for a style makes the browser settle all of them, so it is asked once per density. */
let known: number | undefined;

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(() => {
    known = measure();
    changed();
  });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
  return () => observer.disconnect();
}

function read(): number {
  known ??= measure();
  return known;
}

/** Height of every virtual list row in px; follows the density. */
export const useRowHeight = (): number => useSyncExternalStore(subscribe, read);
