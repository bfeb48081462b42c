import { describe, expect, it } from 'vitest';
import { declaredIn, digestVerdict, goesOn, type PartLook } from './artifacts-parts.ts';

const text: PartLook = { kind: 'text', mediaType: 'text/plain' };
const raw: PartLook = { kind: 'raw' };
const appended = { appended: true, begins: false };
const within = { appended: false, begins: false };

describe('goesOn', () => {
  it.each<[string, PartLook | undefined, PartLook, { appended: boolean; begins: boolean }, boolean]>([
    ['the first part', undefined, text, within, false],
    ['adjacent texts', text, { kind: 'text' }, within, true],
    ['texts of two files', { kind: 'text', name: 'a' }, { kind: 'text', name: 'b' }, within, false],
    ['texts of two types', text, { kind: 'text', mediaType: 'text/csv' }, within, false],
    ['data after text', text, { kind: 'data' }, within, false],
    ['two data parts', { kind: 'data' }, { kind: 'data' }, appended, false],
    ['appended bytes', raw, raw, appended, true],
    ['bytes beside others', raw, raw, within, false],
    ['bytes of the same file', { kind: 'raw', name: 'a' }, { kind: 'raw', name: 'a' }, within, true],
    ['appended bytes that begin a file', raw, raw, { appended: true, begins: true }, false],
    ['links', { kind: 'url' }, { kind: 'url' }, appended, false],
  ])('%s', (_, before, part, place, expected) => {
    expect(goesOn(before, part, place)).toBe(expected);
  });
});

const DIGEST = 'CCEB49C28AB29ABA6EAD9ABF3DE21827B6797CA51084B97372A3C2D9B8A29AB0';

describe('declared bytes', () => {
  it.each<[Record<string, unknown> | undefined, ReturnType<typeof declaredIn>]>([
    [undefined, undefined],
    [{ other: 1 }, undefined],
    [
      { byteSize: 128.0, sha256: DIGEST, uri: 'file:///a', sourcePath: '/a' },
      { bytes: 128, sha256: DIGEST.toLowerCase(), uri: 'file:///a', sourcePath: '/a' },
    ],
    [
      { byte_size: '5', sha256: `sha256:${DIGEST}` },
      { bytes: 5, sha256: DIGEST.toLowerCase() },
    ],
    [{ byteSize: -1, sha256: 'short' }, undefined],
    [{ byteSize: null }, undefined],
  ])('%j', (metadata, expected) => {
    expect(declaredIn(metadata)).toEqual(expected);
  });

  it('are compared with what came', () => {
    const received = { kind: 'text', bytes: 5, sha256: 'aa' } as const;
    expect(digestVerdict(received, undefined)).toBe('none');
    expect(digestVerdict(received, { sourcePath: '/a' })).toBe('none');
    expect(digestVerdict(received, { bytes: 5, sha256: 'aa' })).toBe('match');
    expect(digestVerdict(received, { bytes: 5 })).toBe('match');
    expect(digestVerdict(received, { bytes: 6, sha256: 'aa' })).toBe('differs');
    expect(digestVerdict(received, { bytes: 5, sha256: 'bb' })).toBe('differs');
    expect(digestVerdict({ ...received, masked: true }, { sha256: 'bb' })).toBe('masked');
    expect(digestVerdict({ ...received, masked: true }, { sha256: 'aa' })).toBe('match');
    expect(digestVerdict({ ...received, kind: 'url' }, { sha256: 'bb' })).toBe('elsewhere');
  });
});
