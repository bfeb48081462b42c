import { afterEach, expect, it, vi } from 'vitest';
import { focusComposer, setComposerCommands } from './compose.ts';

afterEach(() => {
  vi.useRealTimers();
  setComposerCommands(undefined);
});

/** A composer on screen; counts how often it gets the focus. */
function mount() {
  const mounted = { focused: 0 };
  setComposerCommands({
    focus: () => {
      mounted.focused += 1;
    },
    send: () => undefined,
    sendAgain: () => undefined,
    choose: () => undefined,
  });
  return mounted;
}

it('gives the focus to the composer, also to one that is drawn a moment later', () => {
  focusComposer();
  const first = mount();
  expect(first.focused).toBe(1);
  focusComposer();
  expect(first.focused).toBe(2);
  setComposerCommands(undefined);
  expect(mount().focused).toBe(0);
});

it('does not take the focus away for a wish of long ago', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  focusComposer();
  vi.advanceTimersByTime(2_000);
  expect(mount().focused).toBe(0);
});
