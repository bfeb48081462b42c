import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';

/** A component whose code comes with its first use. */
export interface Later<P extends object> {
  (props: P): React.ReactNode;
  /** Gets the code before it is needed. Rejects when it cannot be had. */
  preload(): Promise<void>;
}

interface LaterOptions<P extends object> {
  /** What is drawn until then; nothing when left out, so that the box has to have its size from outside. */
  meanwhile?: ComponentType<P>;
  /** The code is large: other work of the page goes first. */
  whenIdle?: boolean;
}

/** A page that is never idle goes on all the same after this, ms. */
const IDLE_TIMEOUT_MS = 1_000;

/** Resolves when the page has nothing better to do. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS });
  });

/**
 * A component whose module is loaded on demand; one that is there already is drawn at once. Suspense would hold back what
 * came late for a third of a second.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { meanwhile: Meanwhile, whenIdle = false }: LaterOptions<P> = {},
): Later<P> {
  let found: ComponentType<P> | undefined;
  let failure: { error: unknown } | undefined;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const state = () => found ?? failure;

  const preload = (): Promise<void> => {
    loading ??= load()
      .then(
        (component) => {
          found = component;
          failure = undefined;
        },
        (error: unknown) => {
          failure = { error };
          loading = undefined;
          throw error;
        },
      )
      .finally(() => {
        for (const listener of [...listeners]) listener();
      });
    return loading;
  };

  const Loaded = (props: P) => {
    // What failed before this one was drawn is tried once more, also when the person asks for that.
    useState(() => {
      failure = undefined;
    });
    useSyncExternalStore(subscribe, state, state);
    useEffect(() => {
      let wanted = !found;
      void (whenIdle && wanted ? idle() : Promise.resolve())
        .then(() => (wanted ? preload() : undefined))
        .catch(() => undefined);
      return () => {
        wanted = false;
      };
    }, []);
    if (failure) throw failure.error;
    const Component = found ?? Meanwhile;
    return Component ? <Component {...props} /> : null;
  };
  return Object.assign(Loaded, { preload });
}
