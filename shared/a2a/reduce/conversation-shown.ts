import type { Message } from '../../model/message.ts';
import { textOf } from '../../model/message.ts';

/** What a history tells beyond what is on show. */
export interface Unseen {
  message: Message;
  /** It stands for itself: what follows is no further delta of it. */
  whole: boolean;
  /** It says once more what its deltas said: all of those are on show (`seen`), or the first ones (`partly`). */
  repeats?: 'seen' | 'partly';
}

/** Neighbours in a history with one id: agents keep one entry per delta. */
interface Run {
  key: string;
  message: Message;
  text: string;
  /** How much of the text is not on show. */
  rest: string;
}

const keyOf = (message: Message): string => message.messageId || `?${message.role}:${textOf(message.parts)}`;

const isUser = (message: Message): boolean => message.role === 'ROLE_USER';

/** Messages that are on show with the length of their text, so that snapshots do not repeat them. */
export class ShownMessages {
  private readonly lengths = new Map<string, number>();

  has(message: Message): boolean {
    return this.lengths.has(keyOf(message));
  }

  /** The message is on show as a whole. */
  add(message: Message): void {
    const key = keyOf(message);
    this.lengths.set(key, Math.max(this.lengths.get(key) ?? 0, textOf(message.parts).length));
  }

  /** One more delta of the message is on show. */
  addDelta(message: Message): void {
    if (!message.messageId) return;
    this.lengths.set(message.messageId, (this.lengths.get(message.messageId) ?? 0) + textOf(message.parts).length);
  }

  addAll(history: readonly Message[]): void {
    const totals = new Map<string, number>();
    for (const run of runsOf(history)) totals.set(run.key, (totals.get(run.key) ?? 0) + run.text.length);
    for (const [key, total] of totals) this.lengths.set(key, Math.max(this.lengths.get(key) ?? 0, total));
  }

  /** The messages of a history that are not on show, and the rest of those that are in part. */
  unseen(history: readonly Message[]): Unseen[] {
    const runs = runsOf(history);
    const left = new Map(this.lengths);
    for (const run of runs) {
      const shown = Math.min(left.get(run.key) ?? 0, run.text.length);
      if (shown > 0) left.set(run.key, (left.get(run.key) ?? 0) - shown);
      run.rest = run.text.slice(shown);
    }
    const found: Unseen[] = [];
    for (const [index, run] of runs.entries()) {
      const next = runs[index + 1];
      const before = runs[index - 1];
      if (this.isRepeat(before, run)) found.push(this.repeat(before, run));
      else this.addRest(found, run, next && this.isRepeat(run, next) ? next.text : '');
    }
    return found;
  }

  /** A message of its own that says what the deltas before it said at the end. */
  private isRepeat(before: Run | undefined, run: Run): before is Run {
    if (before === undefined || isUser(run.message) || isUser(before.message)) return false;
    return !this.lengths.has(run.key) && run.text !== '' && before.text.endsWith(run.text);
  }

  private repeat(before: Run, { message, text }: Run): Unseen {
    if (before.rest === '' && this.lengths.has(before.key)) return { message, whole: true, repeats: 'seen' };
    return before.rest.length < text.length ? { message, whole: true, repeats: 'partly' } : { message, whole: true };
  }

  /** What is new of a run, without the end that the next one says as a whole. */
  private addRest(found: Unseen[], { key, message, rest }: Run, repeated: string): void {
    const known = this.lengths.has(key);
    if (known && (rest === '' || isUser(message))) return;
    const text = rest.slice(0, Math.max(0, rest.length - repeated.length));
    const others = known ? [] : message.parts.filter((part) => typeof part.text !== 'string');
    const parts = text === '' ? others : [{ text }, ...others];
    if (parts.length > 0) found.push({ message: { ...message, parts }, whole: isUser(message) });
  }
}

function runsOf(history: readonly Message[]): Run[] {
  const runs: Run[] = [];
  for (const message of history) {
    const key = keyOf(message);
    const parts = Array.isArray(message.parts) ? message.parts : [];
    const last = runs[runs.length - 1];
    if (last?.key === key && message.messageId) {
      last.text += textOf(parts);
      last.message = { ...last.message, parts: [...last.message.parts, ...parts] };
    } else runs.push({ key, message: { ...message, parts }, text: textOf(parts), rest: '' });
  }
  return runs;
}
