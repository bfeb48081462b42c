import * as z from 'zod/mini';
import type { Section } from '../lenses/lens.ts';
import type { LensPreview } from '../lenses/user/lens.ts';
import type { Severity } from '../model/issue.ts';
import { procedure } from './procedure.ts';

/** Something to say of a lens file, and where in its text. */
export interface LensIssue {
  severity: Severity;
  message: string;
  pointer: string;
  /** Offsets in the text; equal when there is no character to show. */
  start: number;
  end: number;
  /** Both from 1. */
  line: number;
  column: number;
}

/** One file of the lens folder. */
export interface LensView {
  /** Name within the folder. */
  file: string;
  /** The lens's own name; the file's without its ending when it cannot be read. */
  name: string;
  /** `used`: events are asked for it. `off`: somebody switched it off. `broken`: it has errors and is not used. */
  state: 'used' | 'off' | 'broken';
  /** Left out when the file is no text. */
  text?: string;
  issues: LensIssue[];
}

export interface LensesView {
  /** Where the files are; without it lenses are not kept. */
  folder?: string;
  /** Another one when other lenses are used than before. */
  version: number;
  /** In the order in which events are asked for them. */
  lenses: LensView[];
  /** Sentence: the folder itself cannot be read, or has too much in it. */
  problem?: string;
}

/** What the text of a lens file makes of one event. */
export interface LensPreviewView {
  /** Name of the lens; left out while the text has errors. */
  name?: string;
  issues: LensIssue[];
  /** The entry is an event or a sent message, which is all that lenses read. */
  readable: boolean;
  matched: boolean;
  items: number;
  /** What the lens would show when the event were one for it. */
  sections: Section[];
  /** Keys that stay raw beside it. */
  rest: Section[];
  silent: LensPreview['silent'];
}

/** Where to go on looking, or what was found. */
export interface LensFound {
  seq?: number;
  /** The last seq that was looked at. */
  scanned: number;
  done: boolean;
}

const text = z.string();
const none = z.object({});
const seq = z.number();

export const lensProcedures = {
  'lenses.list': procedure<LensesView>()(none),
  /** Reads the files again, for people who edit them by hand. */
  'lenses.read': procedure<LensesView>()(none),
  /**
   * Writes a lens file. Refused while the text has errors. `before` is the text that the page knows of an existing file:
   * with another one on disk nothing is overwritten. Without `file` a new one is named after the lens.
   */
  'lenses.save': procedure<LensView>()(z.object({ file: z.optional(text), text, before: z.optional(text) })),
  /** Deletes a lens file, if it still is what the page knows. */
  'lenses.remove': procedure<null>()(z.object({ file: text, before: text })),
  'lenses.enable': procedure<LensView>()(z.object({ file: text, enabled: z.boolean() })),
  /** What is to be said of a text that need not be saved, and what it makes of an entry. */
  'lenses.preview': procedure<LensPreviewView>()(z.object({ text, at: z.optional(z.object({ session: text, seq })) })),
  /** The next entry after (or before) a seq that the lens is for. Looks for a while; ask again from `scanned` until `done`. */
  'lenses.find': procedure<LensFound>()(
    z.object({ text, session: text, from: seq, direction: z.enum(['next', 'previous']) }),
  ),
  /** Makes the rows of a session anew with the lenses of now, if they were made with others. */
  'sessions.reread': procedure<null>()(z.object({ session: text })),
};
