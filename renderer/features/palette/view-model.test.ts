import { describe, expect, it } from 'vitest';
import { marked, type PaletteEntry, readQuery, search } from './view-model.ts';

const entry = (id: string, kind: PaletteEntry['kind'], label: string, hint?: string): PaletteEntry => ({
  id,
  kind,
  icon: 'file',
  label,
  ...(hint ? { hint } : {}),
  run: () => undefined,
});

const entries = [
  entry('theme', 'command', 'Use the dark theme'),
  entry('agent', 'agent', 'iac-code', 'agent, iac.example'),
  entry('task', 'task', 'Create a VPC with two switches', 'task 7647…c8f1'),
  entry('other', 'task', 'A note on devpc names'),
];

const ids = (query: string) => search(entries, readQuery(query)).map((found) => found.id);

describe('palette', () => {
  it('lists places before commands when nothing was typed', () => {
    expect(ids('')).toEqual(['agent', 'task', 'other', 'theme']);
  });

  it('wants every word and prefers starts of words', () => {
    expect(ids('vpc')).toEqual(['task', 'other']);
    expect(ids('vpc two')).toEqual(['task']);
    expect(ids('vpc nowhere')).toEqual([]);
  });

  it('narrows by the first character', () => {
    expect(ids('> ')).toEqual(['theme']);
    expect(ids('@code')).toEqual(['agent']);
    expect(ids('#')).toEqual(['task', 'other']);
  });

  it('looks at hints too', () => {
    expect(ids('7647')).toEqual(['task']);
  });

  it('marks what was searched for', () => {
    expect(marked('Create a VPC', ['vpc'])).toEqual([
      { text: 'Create a ', hit: false },
      { text: 'VPC', hit: true },
    ]);
  });
});
