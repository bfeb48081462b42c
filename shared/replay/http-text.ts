import type { DeliveryEntry, Entry, HeadEntry, HeaderLines, RequestEntry } from '../model/entry.ts';

/** What a request line names: the URL without scheme and host. */
export const requestTarget = (url: string): string => {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return target.startsWith('/') ? target : `/${target}`;
};

const lines = (headers: HeaderLines): string[] => headers.map(([name, value]) => `${name}: ${value}`);

/** Request line and header lines, without line ends. The version is that of the answer, which is the one spoken. */
export const requestHead = (request: RequestEntry | DeliveryEntry, httpVersion = '1.1'): string[] => [
  `${request.method} ${requestTarget(request.url)} HTTP/${httpVersion}`,
  ...lines(request.headers),
];

/** Status line and header lines, without line ends. */
export const responseHead = (head: HeadEntry): string[] => [
  `HTTP/${head.httpVersion} ${head.status} ${head.statusText}`.trimEnd(),
  ...lines(head.headers),
];

/**
 * A whole exchange as HTTP/1.1 spells it: heads with CRLF, bodies verbatim after decoding of their content encoding.
 * Bytes that are no text stand as base64 between marks. Entries of one exchange, in order.
 */
export function exchangeText(entries: readonly Entry[]): string {
  let text = '';
  const apart = () => {
    if (text !== '') text += '\r\n\r\n';
  };
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'request') {
      apart();
      const next = entries.slice(index + 1).find((other) => other.kind === 'head' || other.kind === 'request');
      const version = next?.kind === 'head' ? next.httpVersion : undefined;
      text += `${requestHead(entry, version).join('\r\n')}\r\n\r\n${bodyText(entry.body)}`;
    } else if (entry.kind === 'head') {
      apart();
      text += `${responseHead(entry).join('\r\n')}\r\n\r\n`;
    } else if (entry.kind === 'frame') {
      text += frameText(entry);
    } else if (entry.kind === 'end' && entry.trailers && entry.trailers.length > 0) {
      text += `\r\n${lines(entry.trailers).join('\r\n')}\r\n`;
    }
  }
  return text;
}

/** A frame as it stands in the body; messages of gRPC get a line each. */
export const frameText = (frame: Extract<Entry, { kind: 'frame' }>): string =>
  frame.framing === 'grpc' || frame.framing === 'grpc-status' ? `${bodyText(frame.body)}\n` : bodyText(frame.body);

const bodyText = ({ text, base64 }: { text?: string; base64?: string }): string =>
  text ?? (base64 === undefined ? '' : `[base64 ${base64}]`);
