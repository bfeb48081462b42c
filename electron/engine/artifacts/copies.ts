import { createHash } from 'node:crypto';
import { SNIFF_BYTES, sniffType } from '../../../shared/a2a/reduce/artifacts-sniff.ts';
import type { ContentCopy } from '../../../shared/contract/artifacts.ts';
import type { Entry, FrameEntry } from '../../../shared/model/entry.ts';
import { entryAt } from '../entries.ts';
import { headerValue, mediaType } from '../http/headers.ts';
import { maskUrl } from '../mask.ts';
import { originOf } from '../origins.ts';
import type { EngineParts } from '../parts.ts';
import type { Session } from '../session.ts';
import { KEPT_COPIES, KEPT_LOOKS } from './limits.ts';

/** A file that did not come along, and its bytes. */
interface Copy {
  view: ContentCopy;
  bytes: Buffer;
}

interface Fetched {
  session: Session;
  exchange: number;
}

/**
 * Finds the bytes of files that agents only gave an address of. What was fetched lies in the log, so it is there again in a
 * reopened session; what was read from this computer is kept in memory.
 */
export class Copies {
  readonly #parts: Pick<EngineParts, 'sessions'>;
  /** Without bytes, by id. */
  readonly #looks = new Map<string, ContentCopy>();
  /** The one used last is at the end. */
  readonly #bytes = new Map<string, Buffer>();
  /** Files of this computer, by session and address. */
  readonly #local = new Map<string, Copy>();
  /** The latest of this run by its whole address; the log has addresses without what is secret in them. */
  readonly #ofRun = new Map<string, Fetched>();
  #count = 0;

  constructor(parts: Pick<EngineParts, 'sessions'>) {
    this.#parts = parts;
  }

  /** What there is of an address: the file read from this computer, else the latest that was fetched. */
  async look(session: Session, url: string): Promise<ContentCopy | undefined> {
    const local = this.#local.get(keyOf(session, url));
    if (local) return local.view;
    for (const fetched of this.#fetched(session, url)) {
      const id = idOf(fetched);
      const look = this.#looks.get(id) ?? (await this.#read(fetched))?.view;
      if (look) return look;
    }
    return undefined;
  }

  /** The bytes of what `look` says. */
  async bytes(session: Session, url: string): Promise<Buffer | undefined> {
    const local = this.#local.get(keyOf(session, url));
    if (local) return local.bytes;
    for (const fetched of this.#fetched(session, url)) {
      const kept = this.#bytes.get(idOf(fetched));
      const bytes = kept ?? (await this.#read(fetched))?.bytes;
      if (bytes) return bytes;
    }
    return undefined;
  }

  /** A file of an address was fetched: it is the one to show. */
  fetched(session: Session, url: string, exchange: number): void {
    this.#local.delete(keyOf(session, url));
    put(this.#ofRun, url, { session: this.#parts.sessions.live.session, exchange }, KEPT_LOOKS);
  }

  /** Takes over a file of this computer for an address. */
  keep(session: Session, url: string, path: string, bytes: Buffer): ContentCopy {
    this.#count += 1;
    const view: ContentCopy = { id: `file ${this.#count}`, from: 'file', place: path, ...looked(bytes) };
    put(this.#local, keyOf(session, url), { view, bytes }, KEPT_COPIES);
    return view;
  }

  /** Latest first. A reopened session's files may have been fetched today, into the session of today. */
  #fetched(session: Session, url: string): Fetched[] {
    const latest = this.#ofRun.get(url);
    if (latest) return [latest];
    if (maskUrl(url) !== url) return [];
    const { session: live } = this.#parts.sessions.live;
    return [...new Set([live, session])].flatMap((one) =>
      [...one.fetches(url)].reverse().map((exchange) => ({ session: one, exchange })),
    );
  }

  async #read(fetched: Fetched): Promise<Copy | undefined> {
    const { session, exchange } = fetched;
    const places = session.exchange(exchange);
    if (places.request === undefined || places.head === undefined || places.end === undefined) return undefined;
    const [request, head, end] = await Promise.all([
      entryAt(session, places.request),
      entryAt(session, places.head),
      entryAt(session, places.end),
    ]);
    if (request?.kind !== 'request' || head?.kind !== 'head' || end?.kind !== 'end') return undefined;
    if (head.status < 200 || head.status > 299 || end.cause !== 'complete') return undefined;
    const frame = await bodyOf(session, exchange, places.head, places.end);
    if (!frame) return undefined;
    const { body } = frame;
    const bytes = body.text === undefined ? Buffer.from(body.base64 ?? '', 'base64') : Buffer.from(body.text, 'utf8');
    const id = idOf(fetched);
    const type = mediaType(headerValue(head.headers, 'content-type'));
    const view: ContentCopy = {
      id,
      from: 'fetch',
      place: originOf(request.url) ?? request.url,
      entry: { session: session.id, seq: frame.seq },
      ...(type && { mediaType: type }),
      ...looked(bytes),
      ...(body.masked && { masked: true as const }),
    };
    put(this.#looks, id, view, KEPT_LOOKS);
    put(this.#bytes, id, bytes, KEPT_COPIES);
    return { view, bytes };
  }
}

/** The body lies right before the end, unless other exchanges go on meanwhile. */
async function bodyOf(session: Session, exchange: number, head: number, end: number): Promise<FrameEntry | undefined> {
  for (let index = session.indexOf(end) - 1; index > session.indexOf(head); index -= 1) {
    if (session.rows.at(index)?.exchange !== exchange) continue;
    const entry: Entry | undefined = await session.source?.entry(index);
    if (entry?.kind === 'frame' && entry.framing === 'body') return entry;
  }
  return undefined;
}

const keyOf = (session: Session, url: string): string => `${session.id} ${url}`;
const idOf = ({ session, exchange }: Fetched): string => `fetch ${session.id} ${exchange}`;

function looked(bytes: Buffer): Pick<ContentCopy, 'bytes' | 'sha256' | 'sniffed'> {
  const sniffed = sniffType(bytes.subarray(0, SNIFF_BYTES));
  return {
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...(sniffed && { sniffed }),
  };
}

/** Puts a value at the end, and takes the first one away when there are too many. */
function put<V>(map: Map<string, V>, key: string, value: V, limit: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > limit && oldest !== undefined) map.delete(oldest);
}
