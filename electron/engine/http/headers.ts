import type { HeaderLines } from '../../../shared/model/entry.ts';
import type { HttpRequest } from './types.ts';

/** Names of header lines and cookies are tokens (RFC 9110 §5.6.2, RFC 6265 §4.1.1). */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** A character that the runtime would refuse to send in a value (RFC 9110 §5.5). */
export const BAD_HEADER_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/** First value of a header, by case-insensitive name. */
export function headerValue(headers: HeaderLines, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of headers) if (key.toLowerCase() === wanted) return value;
  return undefined;
}

/** Lines of `over` replace lines of `base` with the same name, in place; new names go to the end in their order. */
export function overrideHeaders(base: HeaderLines, over: HeaderLines): HeaderLines {
  const names = new Set(over.map(([name]) => name.toLowerCase()));
  const placed = new Set<string>();
  const lines: HeaderLines = [];
  for (const line of base) {
    const name = line[0].toLowerCase();
    if (!names.has(name)) lines.push(line);
    else if (!placed.has(name)) {
      placed.add(name);
      for (const other of over) if (other[0].toLowerCase() === name) lines.push(other);
    }
  }
  for (const line of over) if (!placed.has(line[0].toLowerCase())) lines.push(line);
  return lines;
}

/** The flat list of the `node:http` API as pairs. */
export function toHeaderLines(raw: readonly string[]): HeaderLines {
  const lines: HeaderLines = [];
  for (let i = 0; i + 1 < raw.length; i += 2) lines.push([raw[i] ?? '', raw[i + 1] ?? '']);
  return lines;
}

/** The media type of a Content-Type value in lower case, without its parameters. */
export const mediaType = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** All lines of a request as they go out: nothing is left for the runtime to add. */
export function outgoingHeaders(url: URL, headers: HeaderLines, bodyBytes: number | undefined): HeaderLines {
  const lines: HeaderLines = [];
  if (headerValue(headers, 'host') === undefined) lines.push(['Host', url.host]);
  lines.push(...headers);
  if (url.username !== '' && headerValue(headers, 'authorization') === undefined) {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    lines.push(['Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`]);
  }
  if (headerValue(headers, 'accept-encoding') === undefined) lines.push(['Accept-Encoding', 'gzip, deflate, br']);
  if (bodyBytes !== undefined && headerValue(headers, 'content-length') === undefined) {
    lines.push(['Content-Length', String(bodyBytes)]);
  }
  if (headerValue(headers, 'connection') === undefined) lines.push(['Connection', 'keep-alive']);
  return lines;
}

/** A URL with parameters behind its own query; those of a name that is there already are left out when asked to. */
export function withQuery(url: URL, query: HttpRequest['query'] = [], onlyMissing = false): URL {
  const added = onlyMissing ? query.filter(([name]) => !url.searchParams.has(name)) : query;
  if (added.length === 0) return url;
  const text = added.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const full = new URL(url.href);
  // Set as text: going through `searchParams` would spell the rest of the query anew.
  full.search = url.search.length > 1 ? `${url.search}&${text}` : `?${text}`;
  return full;
}
