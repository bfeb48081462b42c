import type { HeaderLines } from '../../../shared/model/entry.ts';

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
