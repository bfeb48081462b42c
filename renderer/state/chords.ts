/**
 * Key chords as text: modifiers, then a physical key (`Mod+Shift+KeyP`, `F6`, `KeyJ`). `Mod` is Ctrl, and Cmd on macOS.
 * A last part that begins with `=` names the character instead (`=?`), for signs whose place differs per keyboard.
 */
export type Chord = string;

export interface KeyPress {
  code: string;
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

export const onMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform);

/** True when the press is exactly this chord: a modifier too many is another chord. */
export function pressed(chord: Chord, press: KeyPress, mac = onMac): boolean {
  const parts = chord.split('+');
  const last = parts[parts.length - 1] ?? '';
  const mod = parts.includes('Mod');
  if (press.ctrlKey !== (mac ? parts.includes('Ctrl') : mod || parts.includes('Ctrl'))) return false;
  if (press.metaKey !== (mac && mod)) return false;
  if (press.altKey !== parts.includes('Alt')) return false;
  if (last.startsWith('=')) return press.key === last.slice(1);
  return press.shiftKey === parts.includes('Shift') && press.code === last;
}

const SIGNS: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Comma: ',',
  Equal: '+',
  Minus: '−',
  Space: 'Space',
};

const MODIFIERS: Record<string, [pc: string, mac: string]> = {
  Mod: ['Ctrl', '⌘'],
  Ctrl: ['Ctrl', '⌃'],
  Alt: ['Alt', '⌥'],
  Shift: ['⇧', '⇧'],
};

/** How a chord is printed on a key hint: `Ctrl ⇧ P`. */
export function chordLabel(chord: Chord, mac = onMac): string {
  return chord
    .split('+')
    .map((part) => {
      const modifier = MODIFIERS[part];
      if (modifier) return modifier[mac ? 1 : 0];
      if (part.startsWith('=')) return part.slice(1);
      return SIGNS[part] ?? part.replace(/^(Key|Digit)/, '');
    })
    .join(' ');
}

/** Single letters belong to text while somebody writes it. */
export function inTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target instanceof HTMLTextAreaElement || isTextInput(target))
  );
}

const NO_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'range', 'file']);

const isTextInput = (target: HTMLElement): boolean => target instanceof HTMLInputElement && !NO_TEXT.has(target.type);
