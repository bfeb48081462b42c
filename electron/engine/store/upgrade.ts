import { isObject, parseJson } from '../../../shared/lib/json.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { Entry, SessionHeader } from '../../../shared/model/entry.ts';

/** Format version that is written. */
export const SESSION_VERSION = 2;

/** Turns an entry of one version into one of the next. */
type Step = (entry: unknown) => unknown;

/** One step per version below `SESSION_VERSION`, by the version it starts from. */
const STEPS: Readonly<Record<number, Step>> = {
  // Version 2 may hold the JSON of a frame as it is. Reading a line gives the text back, so entries are the same.
  1: (entry) => entry,
};

export interface ReadableHeader {
  header: SessionHeader;
  /** Brings an entry of the file's version to the present one. */
  upgrade(entry: unknown): Entry;
}

/** Reads the first line of a session file. */
export function readHeader(line: string): Reply<ReadableHeader> {
  const parsed = parseJson(line);
  const value = parsed.ok ? parsed.value : undefined;
  if (!isObject(value) || value.format !== 'loupe-session') {
    return refused('storage', 'This is no session file of Loupe: its first line does not say so.');
  }
  const { version } = value;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return refused('storage', 'The session file states no format version.');
  }
  if (version > SESSION_VERSION) {
    const message = `The session file has format version ${version}; this Loupe reads up to ${SESSION_VERSION}. A newer Loupe wrote it.`;
    return refused('storage', message);
  }
  const steps: Step[] = [];
  for (let from = version; from < SESSION_VERSION; from += 1) steps.push(STEPS[from] as Step);
  const header: SessionHeader = {
    format: 'loupe-session',
    version: SESSION_VERSION,
    app: textOr(value.app, ''),
    session: textOr(value.session, ''),
    started: textOr(value.started, ''),
    ...(typeof value.title === 'string' && { title: value.title }),
  };
  const upgrade = (entry: unknown) =>
    (steps.length === 0 ? entry : steps.reduce((current, step) => step(current), entry)) as Entry;
  return done({ header, upgrade });
}

const textOr = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback);
