import type { StringKey } from '../strings/index.ts';
import { type Chord, type KeyPress, pressed } from './chords.ts';
import { settingsStore } from './settings.ts';

/** One line of the key table. */
export interface KeyBinding {
  id: string;
  /** Any of these does it; the first one is shown on buttons and in menus. */
  chords: readonly Chord[];
  label: StringKey;
}

/** Single letters can be switched off, because speech input types them by accident. */
const isLetter = (chord: Chord): boolean => /^(Shift\+)?Key[A-Z]$/.test(chord);

/** The binding a press means, if any. */
export function bindingOf<B extends KeyBinding>(table: readonly B[], press: KeyPress): B['id'] | undefined {
  const letters = settingsStore.getState().letterKeys;
  for (const binding of table)
    for (const chord of binding.chords) if ((letters || !isLetter(chord)) && pressed(chord, press)) return binding.id;
  return undefined;
}
