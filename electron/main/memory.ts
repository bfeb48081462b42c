import type { App } from 'electron';

/**
 * What the page's runtime may let grow before it collects: the young objects in MB, and all of them beyond what was left
 * last time, in per cent. By itself it waits for several times as much, and most of what a stream or a large artifact
 * leaves behind is garbage.
 */
const PAGE_FLAGS = '--max-semi-space-size=4 --heap-growing-percent=50';

/** Nothing but the window's own files goes through Chromium's network, so that it needs no process of its own. */
const FEATURES = 'NetworkServiceInProcess2';

/** Keeps the window small. Only before Electron is ready. What was given on the command line stays, and comes last. */
export function keepSmall({ commandLine }: App): void {
  const add = (name: string, value: string, separator: string) =>
    commandLine.appendSwitch(name, [value, commandLine.getSwitchValue(name)].filter(Boolean).join(separator));
  add('js-flags', PAGE_FLAGS, ' ');
  add('enable-features', FEATURES, ',');
}
