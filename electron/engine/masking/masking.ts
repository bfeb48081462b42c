import type { FeedBatch } from '../../../shared/contract/views.ts';
import type { Body, Entry } from '../../../shared/model/entry.ts';
import type { SecretValues } from '../secret-values.ts';
import type { SourceRange } from '../sse/reader.ts';
import { maskDeep } from './deep.ts';
import { type AnswerKind, maskAnswerBody, maskEntry } from './entry.ts';
import { createGate } from './gate.ts';

/** Takes secrets out of what leaves the engine: what is written, what pages get, what is exported. */
export interface Masking {
  /** An entry as it may be written; `kind` says what its exchange's answers hold. */
  entry<E extends Entry>(entry: E, kind: AnswerKind): E;
  /** Cheap test: whether the body of a received frame has to go through `frame`. Called for each one of a plain answer. */
  suspects(body: Body, source?: SourceRange): boolean;
  /** The body of a received frame as it may be written; the same object when there is nothing to mask. */
  frame(body: Body, kind: AnswerKind): Body;
  /** Known values in any value a page gets. */
  reply<T>(value: T): T;
  batch(batch: FeedBatch): FeedBatch;
  text(text: string): string;
  /** The same with what is learned kept apart: a session from elsewhere may call any word a secret. */
  apart(): Masking;
}

export function createMasking(secrets: SecretValues): Masking {
  const gate = createGate(secrets);
  return {
    entry: (entry, kind) => maskEntry(entry, kind, secrets),
    suspects: (body, source) => gate.opensFor(body, source),
    frame: (body, kind) => maskAnswerBody(body, kind, secrets),
    reply: (value) => (secrets.empty ? value : maskDeep(value, secrets)),
    batch: (batch) => (secrets.empty ? batch : { ...batch, rows: maskDeep(batch.rows, secrets) }),
    text: (text) => secrets.mask(text),
    apart: () => createMasking(secrets.copy()),
  };
}
