import { MASK } from '../lib/mask.ts';
import type { Body, Entry, HeaderLines } from '../model/entry.ts';

/** What an export leaves out or has masked. */
export interface ShareReport {
  /** Entries that hold a mask. */
  entries: number;
  removed: ShareItem[];
  /** Worth a look before it is given away: addresses, local paths. Nothing of it is a known secret. */
  notices: ShareItem[];
}

export interface ShareItem {
  /** Name of the header line, parameter or cookie, pointer into the body, or what was found. */
  place: string;
  where: 'header' | 'query' | 'cookie' | 'body' | 'value' | 'address' | 'path';
  count: number;
  /** First entry. */
  seq: number;
}

/** Places of one list; a session may name any number of them. */
const PLACES_LIMIT = 500;
/** Characters of one body that are searched for addresses and paths. */
const SEARCHED_CHARS = 4 * 1024 * 1024;

/** Parts of a mail address around its @ (RFC 5321 §4.5.3.1). */
const MAILBOX = /[\w.+-]{1,64}$/;
const MAIL_DOMAIN = /^(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}\b/i;
const MAIL_DOMAIN_CHARS = 255;
/** Homes of people and temporary folders; the name of a person is the next step. */
const PATH =
  /(?<![\w.])(?:\/(?:home|Users)\/[\w.@-]+|\/root\b(?=\/)|\/private\/var\/folders|\/var\/folders|[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/)[\w.@ -]+(?=[\\/]))/g;
const IPV4 =
  /(?<![\w.])(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|169\.254(?:\.\d{1,3}){2})(?![\w.]*\d)/g;
/** Unique local (RFC 4193) and link-local addresses, as URLs write them. */
const IPV6 = /\[(?:f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):[0-9a-f:]+\]/gi;
/** Names that only one's own network knows (RFC 6762, RFC 8375 and usage). */
const LOCAL_NAME = /(?<=\/\/(?:[^/?#@\s]*@)?)[\w-]+(?:\.[\w-]+)*\.(?:local|lan|internal|intranet|corp|home\.arpa)\b/gi;

/** Collects what was taken out of the entries of a session, and what else stands in them. */
export interface ShareScan {
  /** Entries as they are exported, in order. */
  push(entry: Entry): void;
  report(): ShareReport;
}

export function createShareScan(): ShareScan {
  const removed = new Map<string, ShareItem>();
  const notices = new Map<string, ShareItem>();
  let entries = 0;

  const count = (list: Map<string, ShareItem>, where: ShareItem['where'], place: string, seq: number, times = 1) => {
    const known = list.get(`${where} ${place}`);
    if (known) known.count += times;
    else if (list.size < PLACES_LIMIT) list.set(`${where} ${place}`, { place, where, count: times, seq });
  };

  return {
    push(entry) {
      const { seq } = entry;
      const places = maskedPlaces(entry);
      if (places.length > 0) entries += 1;
      for (const { where, place } of places) count(removed, where, place, seq);
      for (const text of textsOf(entry)) {
        for (const [path] of text.matchAll(PATH)) count(notices, 'path', path.replace(/\\\\/g, '\\'), seq);
        for (const address of mailAddresses(text)) count(notices, 'address', address, seq);
        for (const pattern of [IPV4, IPV6, LOCAL_NAME]) {
          for (const [found] of text.matchAll(pattern)) if (isAddress(found)) count(notices, 'address', found, seq);
        }
      }
    },
    report: () => ({ entries, removed: sorted(removed), notices: sorted(notices) }),
  };
}

const sorted = (list: Map<string, ShareItem>): ShareItem[] => [...list.values()].sort((a, b) => b.count - a.count);

/** Looks around each @ only: a pattern would try at every character of a long text. */
function* mailAddresses(text: string): Generator<string> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const [box] = MAILBOX.exec(text.slice(Math.max(0, at - 64), at)) ?? [];
    const [domain] = MAIL_DOMAIN.exec(text.slice(at + 1, at + 1 + MAIL_DOMAIN_CHARS)) ?? [];
    if (box !== undefined && domain !== undefined) yield `${box}@${domain}`;
  }
}

const isAddress = (text: string): boolean =>
  !/^[\d.]+$/.test(text) || text.split('.').every((part) => Number(part) <= 255);

type Place = Pick<ShareItem, 'where' | 'place'>;

/** One for each mask in an entry. */
function maskedPlaces(entry: Entry): Place[] {
  const places: Place[] = [];
  if ('url' in entry) places.push(...inUrl(entry.url));
  if ('headers' in entry) places.push(...inHeaders(entry.headers));
  if ('body' in entry) places.push(...inBody(entry.body));
  if (entry.kind === 'head') places.push(...inText(entry.statusText, 'status line'));
  if (entry.kind === 'frame') places.push(...inText(`${entry.event ?? ''} ${entry.id ?? ''}`, 'event'));
  if (entry.kind === 'end') {
    places.push(...inHeaders(entry.trailers ?? []));
    if (entry.error) places.push(...inText(JSON.stringify(entry.error), 'error'));
  }
  if (entry.kind === 'note' && entry.detail) places.push(...inText(JSON.stringify(entry.detail), 'note'));
  return places;
}

const masksIn = (text: string): number => (text.includes(MASK) ? text.split(MASK).length - 1 : 0);
const times = (text: string, place: Place): Place[] => Array.from({ length: masksIn(text) }, () => place);
const inText = (text: string, place: string): Place[] => times(text, { where: 'value', place });

function inHeaders(headers: HeaderLines): Place[] {
  return headers.flatMap(([name, value]) => {
    if (!/^(?:set-)?cookie$/i.test(name)) return times(value, { where: 'header', place: name });
    return value
      .split(';')
      .flatMap((pair) => times(pair, { where: 'cookie', place: pair.split('=', 1)[0]?.trim() ?? '' }));
  });
}

function inUrl(url: string): Place[] {
  const [before = '', ...parameters] = url.split(/[?&#]/);
  return [
    ...inText(before, 'address'),
    ...parameters.flatMap((pair) => times(pair, { where: 'query', place: pair.split('=', 1)[0] ?? '' })),
  ];
}

function inBody({ text = '', masked = [] }: Body): Place[] {
  const places = masked.map(
    (pointer): Place =>
      pointer === ''
        ? { where: 'value', place: 'body' }
        : { where: 'body', place: pointer.replace(/\/\d+(?=\/|$)/g, '/*') },
  );
  // Masks of the text itself count even where nobody noted their place.
  const more = masksIn(text) - places.length;
  return [...places, ...Array.from({ length: Math.max(0, more) }, (): Place => ({ where: 'value', place: 'body' }))];
}

function textsOf(entry: Entry): string[] {
  const texts: string[] = [];
  if ('url' in entry) texts.push(entry.url);
  if ('headers' in entry) texts.push(...entry.headers.map(([, value]) => value));
  if ('body' in entry && entry.body.text !== undefined) texts.push(entry.body.text.slice(0, SEARCHED_CHARS));
  if (entry.kind === 'end' && entry.error) texts.push(JSON.stringify(entry.error));
  if (entry.kind === 'note' && entry.detail) texts.push(JSON.stringify(entry.detail));
  return texts;
}
