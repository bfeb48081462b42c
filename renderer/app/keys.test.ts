import { describe, expect, it } from 'vitest';
import { composerKeys, globalKeys, inspectorKeys, keySheet, tabKeys } from './keys.ts';

describe('key tables', () => {
  it('give a chord one meaning where it works', () => {
    const everywhere = [...globalKeys, ...tabKeys, ...inspectorKeys, ...composerKeys].flatMap((one) => one.chords);
    expect(new Set(everywhere).size).toBe(everywhere.length);
    for (const { bindings } of keySheet) {
      const chords = bindings.flatMap((one) => one.chords);
      expect(new Set(chords).size).toBe(chords.length);
    }
  });

  it('names physical keys, never letters', () => {
    for (const { bindings } of keySheet)
      for (const { chords } of bindings)
        for (const chord of chords) {
          const last = chord.split('+').pop() ?? '';
          expect(last).toMatch(
            /^(Key[A-Z]|Digit\d|F\d+|Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End|Delete|Enter|Escape|Space|Comma|Equal|Minus|Numpad(Add|Subtract|\d)|=[?/]|Bracket(Left|Right))$/,
          );
        }
  });
});
