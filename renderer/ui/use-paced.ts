import { type DependencyList, useEffect, useReducer, useRef } from 'react';

/** A value as it was some time ago. */
export class Held<T> {
  shown: T;
  private deps: DependencyList;
  private since = Number.NEGATIVE_INFINITY;

  constructor(value: T, deps: DependencyList) {
    this.shown = value;
    this.deps = deps;
  }

  /**
   * Shows the value when what is shown is `ms` old, or of other `deps`. Returns after how many milliseconds to look again;
   * nothing when the value is shown.
   */
  look(value: T, ms: number, deps: DependencyList, now: number): number | undefined {
    if (Object.is(value, this.shown)) return undefined;
    const wait = this.since + ms - now;
    if (wait > 0 && deps.every((each, index) => Object.is(each, this.deps[index]))) return wait;
    this.shown = value;
    this.deps = deps;
    this.since = now;
    return undefined;
  }
}

/**
 * A value that changes with every frame, as it was at most `ms` milliseconds ago; as it is now when something in `deps` is
 * another. What people read need not change more often than they can read it.
 */
export function usePaced<T>(value: T, ms: number, deps: DependencyList): T {
  const held = useRef<Held<T>>(undefined);
  held.current ??= new Held(value, deps);
  const [, again] = useReducer((count: number) => count + 1, 0);
  const wait = held.current.look(value, ms, deps, performance.now());
  useEffect(() => {
    if (wait === undefined) return undefined;
    const timer = setTimeout(again, wait);
    return () => clearTimeout(timer);
  });
  return held.current.shown;
}
