import type { EntryView } from '../../../shared/contract/views.ts';
import type { Timings } from '../../../shared/model/entry.ts';

export interface TimingBar {
  step: 'dns' | 'tcp' | 'tls' | 'sent' | 'firstByte' | 'end';
  /** Milliseconds since the request was handed to the socket layer. */
  from: number;
  to: number;
}

const STEPS: readonly TimingBar['step'][] = ['dns', 'tcp', 'tls', 'sent', 'firstByte', 'end'];

/** The steps that happened, each from the end of the one before. */
export function timingBars(timings: Timings): TimingBar[] {
  const bars: TimingBar[] = [];
  let from = 0;
  for (const step of STEPS) {
    const to = timings[step];
    if (to === undefined) continue;
    bars.push({ step, from, to: Math.max(from, to) });
    from = Math.max(from, to);
  }
  return bars;
}

/** Bytes per line of a hexadecimal view. */
const HEX_WIDTH = 16;

/** The usual three columns: offset, bytes, printable characters. */
export function hexLines(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const lines: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += HEX_WIDTH) {
    const slice = [...bytes.subarray(offset, offset + HEX_WIDTH)];
    const hex = slice.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const printable = slice.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${hex.padEnd(HEX_WIDTH * 3 - 1)}  ${printable}`);
  }
  return lines.join('\n');
}

/** Head lines of an entry as they went over the wire, before its body. */
export function headLines(view: EntryView): string {
  const entry = view.entry;
  if (entry.kind === 'request' || entry.kind === 'delivery') {
    const target = entry.url.replace(/^https?:\/\/[^/]+/, '') || '/';
    return [`${entry.method} ${target} HTTP/1.1`, ...entry.headers.map(([name, value]) => `${name}: ${value}`)].join(
      '\n',
    );
  }
  if (entry.kind === 'head')
    return [
      `HTTP/${entry.httpVersion} ${entry.status} ${entry.statusText}`.trimEnd(),
      ...entry.headers.map(([name, value]) => `${name}: ${value}`),
    ].join('\n');
  return '';
}
