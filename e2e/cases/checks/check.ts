import type { CaseFile, ClientSide, Places } from '../case-file.ts';
import type { LoggedRequest } from '../fake-agent.ts';
import type { Played } from '../play.ts';
import type { Window } from '../window.ts';

/** Everything that a check may look at. */
export interface Run {
  /** The case with its placeholders filled in. */
  file: CaseFile;
  /** Its statements as they are written, with their placeholders. */
  says: readonly string[];
  /** The copy of the case's folder. */
  folder: string;
  places: Places;
  played: Played;
  /** What the agent received. */
  log: LoggedRequest[];
  /** Plays the case in a page of its own, once. */
  window(): Promise<Window>;
  /** Plays it once more with other input, on an agent that has forgotten everything. */
  again(change: Partial<ClientSide>): Promise<{ played: Played; log: LoggedRequest[] }>;
}

/** What differs, in sentences. */
export type Differences = string[];

/** Compares one expected value; `undefined` says that it cannot be checked. */
export type Check = (wanted: never, run: Run) => Differences | undefined | Promise<Differences | undefined>;

/** Characters of a value shown in a sentence. */
const SHOWN_CHARS = 160;

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}… (${text.length} characters)` : text;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Listed members only: objects are compared member by member, lists in full length. */
export function differences(path: string, wanted: unknown, got: unknown): Differences {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(got)) return [`${path}: expected a list, got ${show(got)}`];
    if (wanted.length !== got.length) {
      return [`${path}: expected ${wanted.length} items, got ${got.length}: ${show(got)}`];
    }
    return wanted.flatMap((item, index) => differences(`${path}[${index}]`, item, got[index]));
  }
  if (isRecord(wanted)) {
    if (!isRecord(got)) return [`${path}: expected ${show(wanted)}, got ${show(got)}`];
    return Object.entries(wanted).flatMap(([key, value]) => differences(`${path}.${key}`, value, got[key]));
  }
  return wanted === got ? [] : [`${path}: expected ${show(wanted)}, got ${show(got)}`];
}

/** Runs the checks of a table for each member of an expectation; members without a check are listed as unchecked. */
export async function runTable(
  table: Readonly<Record<string, Check>>,
  expected: Readonly<Record<string, unknown>>,
  run: Run,
  prefix = '',
): Promise<{ found: Differences; unchecked: string[] }> {
  const found: Differences = [];
  const unchecked: string[] = [];
  for (const [key, wanted] of Object.entries(expected)) {
    const check = Object.hasOwn(table, key) ? table[key] : undefined;
    const result = await check?.(wanted as never, run);
    if (result) found.push(...result);
    else unchecked.push(`${prefix}${key}`);
  }
  return { found, unchecked };
}
