import { expect, test } from 'vitest';
import type { FrameEntry } from '../../../shared/model/entry.ts';
import { readEmbedded, readEntryLine } from './entry-line.ts';
import { createFrameWriter } from './frame-writer.ts';

const DATA = '{"a": "b}}", "n": 1.0}';

function frame(change: Partial<FrameEntry> = {}, lead = 'data: '): FrameEntry {
  const text = `${lead}${DATA}\n\n`;
  const body = { bytes: text.length, text };
  return { seq: 7, at: 22.543, kind: 'frame', exchange: 3, framing: 'sse', body, ...change };
}

const lineOf = (entry: FrameEntry): string =>
  createFrameWriter()
    .line(entry, entry.body.text ?? '')
    .slice(0, -1);

test.each([0, 1, 9.5, 22.543, 0.001, 1_234_567.891, 999_999_999.999, 86_400_000, 123_456_789_012.345])(
  'reads the time %d of an embedded frame as it was written',
  (at) => {
    const entry = frame({ at });
    expect(readEmbedded(lineOf(entry))).toEqual({ entry, data: DATA });
    expect(readEntryLine(lineOf(entry))).toEqual(entry);
  },
);

test('reads every time to the microsecond that a recorder makes', () => {
  for (let round = 0; round < 20_000; round += 1) {
    const at = Math.round(round * 7_919.37 * 1000) / 1000;
    expect(readEmbedded(lineOf(frame({ at })))?.entry.at).toBe(at);
  }
});

test('knows whether a space stood before the JSON', () => {
  const entry = frame({}, 'data:');
  expect(readEmbedded(lineOf(entry))).toEqual({ entry, data: DATA });
});

test.each([
  ['no number', lineOf(frame()).replace('"seq":7', '"seq":')],
  ['a minus', lineOf(frame()).replace('"seq":7', '"seq":-7')],
  ['another order', lineOf(frame()).replace('"kind":"frame","exchange":3', '"exchange":3,"kind":"frame"')],
  ['another framing', lineOf(frame()).replace('"sse"', '"body"')],
  ['another lead', lineOf(frame()).replace('"data: "', '"data:  "')],
  ['no end', lineOf(frame()).slice(0, -2)],
  ['nothing', ''],
])('leaves a line with %s to the parser', (_, line) => {
  expect(readEmbedded(line)).toBeUndefined();
});
