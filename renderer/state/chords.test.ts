import { describe, expect, it } from 'vitest';
import { chordLabel, type KeyPress, pressed } from './chords.ts';

const press = (code: string, more: Partial<KeyPress> = {}): KeyPress => ({
  code,
  key: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

describe('key chords', () => {
  it('matches the physical key with exactly the named modifiers', () => {
    expect(pressed('Mod+KeyK', press('KeyK', { ctrlKey: true }), false)).toBe(true);
    expect(pressed('Mod+KeyK', press('KeyK', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
    expect(pressed('Mod+KeyK', press('KeyK'), false)).toBe(false);
    expect(pressed('KeyN', press('KeyN', { shiftKey: true }), false)).toBe(false);
    expect(pressed('Shift+KeyN', press('KeyN', { shiftKey: true }), false)).toBe(true);
  });

  it('reads Mod as Cmd on macOS only', () => {
    expect(pressed('Mod+KeyB', press('KeyB', { metaKey: true }), true)).toBe(true);
    expect(pressed('Mod+KeyB', press('KeyB', { ctrlKey: true }), true)).toBe(false);
    expect(pressed('Mod+KeyB', press('KeyB', { metaKey: true }), false)).toBe(false);
  });

  it('takes a sign by its character, wherever the keyboard has it', () => {
    expect(pressed('=?', press('Minus', { key: '?', shiftKey: true }), false)).toBe(true);
    expect(pressed('=?', press('Slash', { key: '/' }), false)).toBe(false);
  });

  it('prints chords as key hints do', () => {
    expect(chordLabel('Mod+Shift+Enter', false)).toBe('Ctrl ⇧ ↵');
    expect(chordLabel('Mod+KeyK', true)).toBe('⌘ K');
    expect(chordLabel('Alt+Digit1', false)).toBe('Alt 1');
  });
});
