import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { READ_CHUNK_BYTES } from '../limits.ts';
import { readTexts } from './session-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'loupe-lines-'));
const path = join(folder, 'lines');
afterEach(() => rmSync(path, { force: true }));

/** Every line of a file as `readTexts` hands it out. */
async function linesOf(bytes: Buffer): Promise<{ lines: string[]; places: Buffer[]; end: number }> {
  writeFileSync(path, bytes);
  const file = await open(path, 'r');
  const lines: string[] = [];
  const places: Buffer[] = [];
  try {
    const { end } = await readTexts(
      file,
      (text, offset, length) => {
        lines.push(text);
        places.push(bytes.subarray(offset, offset + length));
        return true;
      },
      () => undefined,
    );
    return { lines, places, end };
  } finally {
    await file.close();
  }
}

/** Lines of made-up length, more than one piece of the file. */
function written(word: (line: number) => string): Buffer {
  const lines: string[] = [];
  for (let bytes = 0, line = 0; bytes < READ_CHUNK_BYTES * 2.5; line += 1) {
    const text = word(line).repeat(1 + (line % 97));
    lines.push(text);
    bytes += Buffer.byteLength(text) + 1;
  }
  return Buffer.from(`${lines.join('\n')}\ntorn`);
}

test.each([
  ['ASCII', (line: number) => `line ${line} `],
  ['Japanese', (line: number) => `行 ${line} `],
  ['both, piece by piece', (line: number) => (line % 3_000 < 1_500 ? `line ${line} ` : `行 ${line} `)],
])('hands out lines of %s as they are, across the pieces of the file', async (_, word) => {
  const bytes = written(word);
  const { lines, places, end } = await linesOf(bytes);
  expect(lines).toEqual(bytes.toString().split('\n').slice(0, -1));
  expect(places.map((place) => place.toString())).toEqual(lines);
  expect(end).toBe(bytes.length - 'torn'.length);
});

test('gives bytes that are no UTF-8 the same text wherever they stand', async () => {
  const odd = Buffer.concat([Buffer.from('a'), Buffer.from([0xff, 0xe6, 0x97]), Buffer.from('b\nplain\n')]);
  const { lines } = await linesOf(odd);
  expect(lines).toEqual([odd.subarray(0, 5).toString(), 'plain']);
  const alone = Buffer.concat([Buffer.from([0xff]), Buffer.from('b\nplain\n')]);
  expect((await linesOf(alone)).lines).toEqual(['\ufffdb', 'plain']);
});
