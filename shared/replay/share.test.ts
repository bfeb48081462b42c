import { describe, expect, it } from 'vitest';
import { MASK } from '../lib/mask.ts';
import type { Entry } from '../model/entry.ts';
import { createShareScan } from './share.ts';

const bodyOf = (text: string, masked?: string[]) => ({ bytes: text.length, text, ...(masked && { masked }) });

const entries: Entry[] = [
  {
    ...{ seq: 1, at: 0, kind: 'request', exchange: 1, agent: 'a', operation: 'SendMessage', method: 'POST' },
    url: `http://10.1.2.3:8080/?key=${MASK}&page=2`,
    headers: [
      ['Authorization', `Bearer ${MASK}`],
      ['Cookie', `a=${MASK}; b=${MASK}`],
    ],
    body: bodyOf(`{"x":[{"api_key":"${MASK}"},{"api_key":"${MASK}"}]}`, ['/x/0/api_key', '/x/1/api_key']),
  },
  {
    ...{ seq: 2, at: 0, kind: 'frame', exchange: 1, framing: 'body' },
    body: bodyOf(
      `${MASK} in /home/ann/work and C:\\\\Users\\\\Bob\\\\x, write to ann@example.org, version 10.0.19041.1`,
      [''],
    ),
  },
  { ...{ seq: 3, at: 0, kind: 'note', what: 'warning' }, detail: { message: 'see http://box.local/home/ann' } },
  {
    ...{ seq: 4, at: 0, kind: 'frame', exchange: 1, framing: 'body' },
    body: bodyOf('{"clean":"https://example.org/a"}'),
  },
];

describe('the report on an export', () => {
  const scan = createShareScan();
  for (const entry of entries) scan.push(entry);
  const report = scan.report();

  it('counts each place where something was left out', () => {
    expect(report.entries).toBe(2);
    expect(report.removed).toEqual([
      { where: 'body', place: '/x/*/api_key', count: 2, seq: 1 },
      { where: 'query', place: 'key', count: 1, seq: 1 },
      { where: 'header', place: 'Authorization', count: 1, seq: 1 },
      { where: 'cookie', place: 'a', count: 1, seq: 1 },
      { where: 'cookie', place: 'b', count: 1, seq: 1 },
      { where: 'value', place: 'body', count: 1, seq: 2 },
    ]);
  });

  it('names addresses, mail and paths of this computer that stay in', () => {
    expect(report.notices.map(({ where, place, seq }) => [where, place, seq])).toEqual([
      ['address', '10.1.2.3', 1],
      ['path', '/home/ann', 2],
      ['path', 'C:\\Users\\Bob', 2],
      ['address', 'ann@example.org', 2],
      ['address', 'box.local', 3],
    ]);
  });
});
