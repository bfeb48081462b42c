import { expect, test } from 'vitest';
import { createByteSearch } from './byte-search.ts';

/** Every place a search finds. */
function places(needle: string, pieces: readonly string[]): number[][] {
  const search = createByteSearch(Buffer.from(needle));
  return pieces.map((piece) => {
    const bytes = Buffer.from(piece);
    const found: number[] = [];
    for (let place = search(bytes, 0); place >= 0; place = search(bytes, place + 1)) found.push(place);
    return found;
  });
}

function expected(needle: string, pieces: readonly string[]): number[][] {
  return pieces.map((piece) => {
    const bytes = Buffer.from(piece);
    const found: number[] = [];
    for (let at = 0; at + needle.length <= bytes.length; at += 1)
      if (bytes.toString('latin1', at, at + needle.length) === needle) found.push(at);
    return found;
  });
}

test.each([
  ['#0500000', ['a #0500000 b #0500001 #05000000', '#050000', '0500000', '#0500000']],
  ['aaaaaaaa', ['aaaaaaaaaa', 'aaaaaaa', 'aaaaaaab aaaaaaaa']],
  ['abcdefg#', ['abcdefg#', 'bcdefg# abcdefg#', '#', 'abcdefg']],
  ['abcdefgh', ['xxabcdefghabcdefgh', 'abcdefg habcdefgh']],
  ['short', ['short shorts', 'shor']],
])('finds each %s and nothing else, whatever the rarest byte is', (needle, pieces) => {
  expect(places(needle, pieces)).toEqual(expected(needle, pieces));
});

test('agrees with comparing at every place in made-up text', () => {
  const letters = 'ab#0';
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return letters[(state >>> 16) % letters.length] as string;
  };
  const text = (length: number) => Array.from({ length }, next).join('');
  for (let round = 0; round < 40; round += 1) {
    const piece = text(4_000);
    const at = round * 50;
    const needle = piece.slice(at, at + 8 + (round % 5));
    expect(places(needle, [piece, text(500)])[0]).toEqual(expected(needle, [piece])[0]);
  }
});
