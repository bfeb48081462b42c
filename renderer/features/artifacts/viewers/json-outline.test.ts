import { describe, expect, it } from 'vitest';
import { findJson, JsonOutline, pointerOf } from './json-outline.ts';

const value = { a: [1, { 'b/c': null }], d: 'text', e: {} };
const keys = (outline: JsonOutline) => outline.lines.map(({ depth, key }) => `${depth}:${key}`);

describe('JsonOutline', () => {
  it('opens a small value as a whole', () => {
    expect(keys(new JsonOutline(value))).toEqual(['0:', '1:a', '2:0', '2:1', '3:b/c', '1:d', '1:e']);
  });

  it('opens only the root of a large one', () => {
    const outline = new JsonOutline({ list: new Array(150_000).fill({ x: 1 }), last: 1 });
    expect(keys(outline)).toEqual(['0:', '1:list', '1:last']);
    outline.open(1);
    expect(outline.lines).toHaveLength(150_003);
    outline.close(1);
    expect(outline.lines).toHaveLength(3);
  });

  it('closes a branch with everything inside', () => {
    const outline = new JsonOutline(value);
    outline.toggle(1);
    expect(keys(outline)).toEqual(['0:', '1:a', '1:d', '1:e']);
    outline.toggle(1);
    expect(keys(outline)).toEqual(['0:', '1:a', '2:0', '2:1', '1:d', '1:e']);
    expect(outline.parentOf(3)).toBe(1);
    expect(outline.parentOf(0)).toBe(-1);
  });

  it('opens everything inside a line, and closes it again', () => {
    const outline = new JsonOutline(value);
    outline.toggle(0);
    expect(outline.openAll(0, 100)).toBe(true);
    expect(keys(outline)).toEqual(['0:', '1:a', '2:0', '2:1', '3:b/c', '1:d', '1:e']);
    outline.closeAll(0);
    expect(keys(outline)).toEqual(['0:', '1:a', '1:d', '1:e']);
    outline.openAll(1, 100);
    expect(keys(outline)).toEqual(['0:', '1:a', '2:0', '2:1', '3:b/c', '1:d', '1:e']);
  });

  it('opens the outer levels first when not everything fits', () => {
    const outline = new JsonOutline({ list: new Array(500).fill({ x: 1 }), few: [{ y: 1 }] });
    outline.closeAll(0);
    expect(outline.openAll(0, 20)).toBe(false);
    expect(keys(outline)).toEqual(['0:', '1:list', '1:few', '2:0', '3:y']);
  });

  it('opens what is around a value and names its place', () => {
    const outline = new JsonOutline(value);
    outline.toggle(0);
    const index = outline.reveal(['a', 1, 'b/c']);
    const line = outline.lines[index];
    expect(line && pointerOf(line)).toBe('/a/1/b~1c');
  });
});

it('findJson finds keys and values in the order of the lines', () => {
  const found = [...findJson({ Text: 1, list: ['some TEXT', 2], other: { n: null } }, 'text')];
  expect(found).toEqual([['Text'], ['list', 0]]);
  expect([...findJson(value, 'null')]).toEqual([['a', 1, 'b/c']]);
});
