import { describe, expect, it } from 'vitest';
import type { Part } from '../../model/message.ts';
import { fileOf } from './part-file.ts';

describe('fileOf', () => {
  it.each<[Part, ReturnType<typeof fileOf>]>([
    [
      { raw: 'SGVsbG8=', filename: 'a.txt', mediaType: 'text/plain' },
      { name: 'a.txt', mediaType: 'text/plain', bytes: 5 },
    ],
    [{ raw: 'SGVs\nbG8' }, { bytes: 5 }],
    [{ raw: '' }, { bytes: 0 }],
    [{ raw: 'SGVsb' }, { problem: 'base64' }],
    [{ raw: '***' }, { problem: 'base64' }],
    [
      { url: 'https://h/d.pdf', mediaType: 'application/pdf' },
      { url: 'https://h/d.pdf', mediaType: 'application/pdf' },
    ],
    [{ url: 'data:;base64,SGVsbG8=' }, { mediaType: 'text/plain', bytes: 5 }],
    [{ url: 'data:image/png;name=a%20b.png;base64,SGVsbG8%3D' }, { name: 'a b.png', mediaType: 'image/png', bytes: 5 }],
    [{ url: 'DATA:,a%20bé' }, { mediaType: 'text/plain', bytes: 5 }],
    [{ url: 'data:text/html;base64,***' }, { mediaType: 'text/html', problem: 'base64' }],
    [{ url: 'data:text/plain' }, { problem: 'data-url' }],
    [
      { url: 'data:,x', filename: 'n', mediaType: 't/u' },
      { name: 'n', mediaType: 't/u', bytes: 1 },
    ],
    [{ text: 'x' }, undefined],
    [{ data: null }, undefined],
  ])('%j', (part, expected) => {
    expect(fileOf(part)).toEqual(expected);
  });
});
