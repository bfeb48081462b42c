import type { Pointer } from '../lib/pointer.ts';

export type Severity = 'error' | 'warning' | 'note';

/** One departure from the protocol, or one thing worth knowing. Display is never blocked by an issue. */
export interface Issue {
  /** Stable rule or decoder code, for example `card-no-interfaces` or `unknown-state`. */
  code: string;
  severity: Severity;
  /** Plain sentence: what is there and what was expected. */
  message: string;
  pointer?: Pointer;
  /** Section of the specification, for example `1.0 §4.1.4`. */
  clause?: string;
  /** What to do about it. */
  fix?: string;
}

/** What a decoder could read, and what it had to say about the rest. Decoders never throw. */
export interface Decoded<T> {
  value?: T;
  issues: Issue[];
}
