import type { Entry } from '../../shared/model/entry.ts';

/** Everything of an entry that a person could have seen on the wire. */
export function entryText(entry: Entry): string {
  const headers = 'headers' in entry ? entry.headers.map((line) => line.join(': ')).join('\n') : '';
  const url = 'url' in entry ? `${entry.method} ${entry.url}` : '';
  const body = 'body' in entry ? (entry.body.text ?? '') : '';
  const trailers = entry.kind === 'end' ? (entry.trailers ?? []).map((line) => line.join(': ')).join('\n') : '';
  return [url, headers, body, trailers].join('\n');
}
