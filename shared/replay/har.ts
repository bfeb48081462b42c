import type { Body, EndEntry, Entry, FrameEntry, HeadEntry, RequestEntry, SessionHeader } from '../model/entry.ts';
import { clockOf, cookiesOf, headerOf, headSize, pairsOf, queryOf, timeOf, timingsOf } from './har-parts.ts';
import type { HarEntry, HarExtras, HarFrame, HarLog, HarResponse } from './har-types.ts';
import { frameText, requestHead, responseHead } from './http-text.ts';

export interface HarOptions {
  session: SessionHeader;
  /** Version of the application, for `creator`. */
  version: string;
  /** Bodies one behind the other, as base64 of all their bytes. Pure code has no codec of its own. */
  base64(bodies: readonly Body[]): string;
}

/** Makes an HTTP Archive from a session, exchange by exchange: what has ended is kept as text only. */
export interface HarBuilder {
  /** Entries in order of seq. */
  push(entry: Entry): void;
  /** Characters of the archive so far; bodies that are held for exchanges without an end count as well. */
  readonly chars: number;
  /** The archive as JSON, exchanges that are still open included. */
  finish(): string;
}

/** One request and what was answered to it; an exchange that was redirected has several. */
interface Hop {
  request: RequestEntry;
  head?: HeadEntry;
  frames: FrameEntry[];
  end?: EndEntry;
  /** `at` of the last thing that happened. */
  last: number;
}

interface Written {
  seq: number;
  text: string;
}

export function createHar(options: HarOptions): HarBuilder {
  const open = new Map<number, Hop>();
  const written: Written[] = [];
  let chars = 0;
  let held = 0;
  const write = (hop: Hop) => {
    const text = JSON.stringify(entryOf(hop, options));
    chars += text.length;
    for (const { body } of hop.frames) held -= body.bytes;
    written.push({ seq: hop.request.seq, text });
  };

  return {
    get chars() {
      return chars + held;
    },
    push(entry) {
      if (entry.kind === 'delivery' || entry.exchange === undefined) return;
      const hop = open.get(entry.exchange);
      if (entry.kind === 'request') {
        if (hop) write(hop);
        open.set(entry.exchange, { request: entry, frames: [], last: entry.at });
        return;
      }
      if (!hop || entry.kind === 'note') return;
      hop.last = entry.at;
      if (entry.kind === 'head') hop.head = entry;
      else if (entry.kind === 'frame') {
        hop.frames.push(entry);
        held += entry.body.bytes;
      } else {
        open.delete(entry.exchange);
        write({ ...hop, end: entry });
      }
    },
    finish() {
      for (const hop of open.values()) write(hop);
      open.clear();
      written.sort((one, other) => one.seq - other.seq);
      const head: Omit<HarLog, 'entries'> = {
        version: '1.2',
        creator: { name: 'Loupe', version: options.version },
        comment: commentOf(options.session),
      };
      const entries = written.map(({ text }) => text).join(',\n');
      return `{"log":${JSON.stringify(head).slice(0, -1)},"entries":[\n${entries}\n]}}\n`;
    },
  };
}

const commentOf = ({ session, title }: SessionHeader): string =>
  `Session ${title || session}. Secrets were masked before they were recorded.`;

function entryOf(hop: Hop, options: HarOptions): HarEntry {
  const { request, head, end } = hop;
  const timings = timingsOf(end?.timings ?? head?.timings ?? {}, hop.last - request.at);
  const version = head?.httpVersion ?? '1.1';
  const { bytes, text, base64 } = request.body;
  return {
    startedDateTime: clockOf(options.session.started, request.at),
    time: timeOf(timings),
    request: {
      method: request.method,
      url: request.url,
      httpVersion: `HTTP/${version}`,
      cookies: cookiesOf(request.headers, 'cookie'),
      headers: pairsOf(request.headers),
      queryString: queryOf(request.url),
      ...(bytes > 0 && {
        postData: {
          mimeType: headerOf(request.headers, 'content-type') ?? '',
          text: text ?? base64 ?? '',
          ...(text === undefined && { _encoding: 'base64' as const }),
        },
      }),
      headersSize: headSize(requestHead(request, version)),
      bodySize: bytes,
    },
    response: responseOf(hop, options),
    cache: {},
    timings,
    ...(end?.error && { comment: end.error.message }),
    _loupe: extrasOf(hop),
  };
}

function responseOf({ head, frames, end }: Hop, options: HarOptions): HarResponse {
  const size = frames.reduce((sum, frame) => sum + frame.body.bytes, 0);
  const received = end?.bytes ?? -1;
  const encoded = head !== undefined && headerOf(head.headers, 'content-encoding') !== undefined;
  const plain = frames.every((frame) => frame.body.text !== undefined);
  const content: HarResponse['content'] = {
    size,
    ...(encoded && received >= 0 && { compression: size - received }),
    mimeType: (head && headerOf(head.headers, 'content-type')) ?? 'x-unknown',
  };
  if (frames.length > 0) {
    content.text = plain ? frames.map(frameText).join('') : options.base64(frames.map((frame) => frame.body));
    if (!plain) content.encoding = 'base64';
  }
  return {
    status: head?.status ?? 0,
    statusText: head?.statusText ?? '',
    httpVersion: head ? `HTTP/${head.httpVersion}` : '',
    cookies: head ? cookiesOf(head.headers, 'set-cookie') : [],
    headers: head ? pairsOf(head.headers) : [],
    content,
    redirectURL: (head && head.status >= 300 && head.status < 400 && headerOf(head.headers, 'location')) || '',
    headersSize: head ? headSize(responseHead(head)) : -1,
    bodySize: received,
  };
}

function extrasOf({ request, frames, end }: Hop): HarExtras {
  const extras: HarExtras = {
    exchange: request.exchange,
    operation: request.operation,
    agent: request.agent,
    ...(request.binding && { binding: request.binding }),
    ...(request.dialect && { dialect: request.dialect }),
    frames: frames.map((frame) => frameOf(frame, request.at)),
  };
  if (end) {
    extras.cause = end.cause;
    if (end.error) extras.error = { code: end.error.code, message: end.error.message };
    if (end.trailers) extras.trailers = pairsOf(end.trailers);
  }
  return extras;
}

function frameOf({ seq, at, framing, body, event, id, retry }: FrameEntry, since: number): HarFrame {
  return {
    seq,
    at: Math.round((at - since) * 1000) / 1000,
    framing,
    bytes: body.bytes,
    ...(event !== undefined && { event }),
    ...(id !== undefined && { id }),
    ...(retry !== undefined && { retry }),
  };
}
