import { describe, expect, it } from 'vitest';
import { Slabs } from './slabs.ts';

describe('slabs', () => {
  const SLAB = 16;
  const filled = (...texts: string[]) => {
    const slabs = new Slabs(SLAB);
    for (const text of texts) slabs.append(text);
    return slabs;
  };
  const text = (pieces: Buffer[]) => Buffer.concat(pieces).toString();

  it('gives what is held from an offset on, several slabs at once', () => {
    const slabs = filled('0123456789', 'abcdefghij', 'a line that is longer than a slab', 'end');
    expect(text(slabs.piecesFrom(0, 10))).toBe('0123456789abcdefghija line that is longer than a slabend');
    expect(text(slabs.piecesFrom(13, 10))).toBe('defghija line that is longer than a slabend');
    expect(text(slabs.piecesFrom(13, 1))).toBe('defghij');
    expect(slabs.piecesFrom(slabs.size, 10)).toEqual([]);
  });

  it('gives nothing from a dropped slab', () => {
    const slabs = filled('0123456789', 'abcdefghij', 'ABCDEFGHIJ');
    slabs.drop(SLAB, slabs.size);
    expect(slabs.piecesFrom(0, 10)).toEqual([]);
    expect(text(slabs.piecesFrom(20, 10))).toBe('ABCDEFGHIJ');
  });

  it('uses the memory of dropped slabs again', () => {
    const slabs = filled('0123456789', 'abcdefghij', 'ABCDEFGHIJ');
    const memory = [0, 10].map((offset) => slabs.from(offset)?.buffer);
    slabs.drop(SLAB, slabs.size);
    for (const line of ['klmnopqrst', 'KLMNOPQRST']) slabs.append(line);
    expect([30, 40].map((offset) => slabs.from(offset)?.buffer).reverse()).toEqual(memory);
  });
});
