import { afterEach, describe, expect, it } from 'vitest';
import { offerPaths, pathsFor, stringAround } from './offered-paths.ts';

afterEach(() => offerPaths([]));

describe('paths that are offered', () => {
  it('are those of the event, and below an item begin with @', () => {
    offerPaths(['$.a', '$.a.b', '$.a.b[*]', '$.a.b[*].id'].map((path) => ({ path, value: 1 })));
    const of = (items?: string) => pathsFor(items).map(({ path }) => path);
    expect(of()).toEqual(['$.a', '$.a.b', '$.a.b[*]', '$.a.b[*].id']);
    expect(of('$.a.b[*]')).toEqual(['@.id', '$.a', '$.a.b', '$.a.b[*]', '$.a.b[*].id']);
  });
});

describe('the string around a column', () => {
  const text = (line: string, column: number) => {
    const found = stringAround(line, column);
    return found && line.slice(found.start - 1, found.end - 1);
  };

  it('is a value, never a key', () => {
    const line = '  "name": "$.a.b", "id": "x\\"y"';
    expect(text(line, 12)).toBe('$.a.b');
    expect(text(line, 17)).toBe('$.a.b');
    expect(text(line, 5)).toBeUndefined();
    expect(text(line, 9)).toBeUndefined();
    expect(text(line, 19)).toBeUndefined();
    expect(text(line, 29)).toBe('x\\"y');
  });

  it('may be one that has no end yet', () => {
    expect(text('"id": "$.st', 12)).toBe('$.st');
    expect(text('"id": "', 8)).toBe('');
    expect(text('"id": ""', 8)).toBe('');
  });
});
