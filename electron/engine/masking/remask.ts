import { performance } from 'node:perf_hooks';
import type { Entry } from '../../../shared/model/entry.ts';
import { READ_SLICE_MS } from '../limits.ts';
import { readEntryLine } from '../store/entry-line.ts';
import { type AnswerKind, answerKind } from './entry.ts';
import type { Masking } from './masking.ts';

/** Masks an entry that was masked when it was recorded, by the rules and values of today. */
export type Remask = (entry: Entry) => Entry;

/**
 * For the entries of one session in their order: what was imported may never have been masked, and a value may have
 * become known since.
 */
export function createRemask(today: Masking): Remask {
  const masking = today.apart();
  const kinds = new Map<number, AnswerKind>();
  return (entry) => {
    if (entry.kind === 'request') {
      const kind = answerKind(entry.operation);
      if (kind !== 'plain') kinds.set(entry.exchange, kind);
      return masking.entry(entry, kind);
    }
    const kind = ('exchange' in entry && kinds.get(entry.exchange ?? 0)) || 'plain';
    const bare = entry.kind === 'frame' && entry.event === undefined && entry.id === undefined;
    if (bare && kind === 'plain' && !masking.suspects(entry.body)) return entry;
    return masking.entry(entry, kind);
  };
}

/** The text of a session file without secrets. Lines without any stay as they are. Takes turns with other work. */
export async function remaskText(text: string, masking: Masking): Promise<string> {
  const remask = createRemask(masking);
  const rest = createTurns();
  const parts: string[] = [];
  let copied = 0;
  // The first line is the header.
  for (let start = text.indexOf('\n') + 1; start > 0 && start < text.length; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    const masked = remaskLine(line, remask, masking);
    if (masked !== line) {
      parts.push(text.slice(copied, start), masked);
      copied = start + line.length;
    }
    if (end < 0) break;
    start = end + 1;
    await rest();
  }
  const header = text.slice(0, text.indexOf('\n') + 1);
  const whole = parts.join('') + text.slice(copied);
  return masking.text(header) + whole.slice(header.length);
}

const KINDS = new Set<unknown>(['request', 'head', 'frame', 'end', 'delivery', 'note'] satisfies Entry['kind'][]);

function remaskLine(line: string, remask: Remask, masking: Masking): string {
  const entry = readEntryLine(line);
  if (!entry || !KINDS.has(entry.kind)) return masking.text(line);
  try {
    const masked = remask(entry as unknown as Entry);
    if (masked === (entry as unknown)) return line;
    const written = JSON.stringify(masked);
    return written === JSON.stringify(entry) ? line : written;
  } catch {
    // Of an imported line anything may be missing that an entry has.
    return masking.text(line);
  }
}

/** Lets other work have its turn when the present one was long enough. */
export function createTurns(): () => Promise<void> | undefined {
  let turn = performance.now();
  return () => {
    if (performance.now() - turn < READ_SLICE_MS) return undefined;
    return new Promise((resume) => {
      setImmediate(() => {
        turn = performance.now();
        resume();
      });
    });
  };
}
