import * as z from 'zod/mini';
import type { DeclaredBytes } from '../a2a/reduce/artifacts-parts.ts';
import type { JsonObject } from '../lib/json.ts';
import type { PartKind } from '../model/message.ts';
import { procedure } from './procedure.ts';

/** Events that make up one artifact. */
export const ARTIFACT_WRITES_LIMIT = 100_000;
/** Files written by one `artifacts.save`. */
export const ARTIFACT_FILES_LIMIT = 1_000;
/** Bytes of one `artifacts.bytes`. */
export const ARTIFACT_SLICE_BYTES = 1024 * 1024;

/** Bytes of a file that one event brought. */
export interface ContentPiece {
  seq: number;
  bytes: number;
}

/** One file of an artifact: parts that go on with each other are one. */
export interface ArtifactContent {
  kind: PartKind;
  name?: string;
  mediaType?: string;
  /** What the bytes look like. */
  sniffed?: string;
  bytes: number;
  /** Of the bytes that came; lower-case digits. */
  sha256: string;
  /** Where the content is, when it did not come along. */
  url?: string;
  /** The content of a part could not be decoded. */
  problem?: 'base64' | 'data-url';
  /** A secret in it was replaced before it was recorded. */
  masked?: true;
  declared?: DeclaredBytes;
  /** Parts that were joined. */
  parts: number;
  pieces: ContentPiece[];
}

/** An artifact as the events named say it. */
export interface ArtifactFacts {
  name?: string;
  description?: string;
  metadata?: JsonObject;
  extensions?: string[];
  contents: ArtifactContent[];
}

const text = z.string();
const count = z.number().check(z.gte(0));
const edition = {
  artifact: text,
  /** Seqs of the events that make it up, in order. */
  writes: z.array(z.number()).check(z.maxLength(ARTIFACT_WRITES_LIMIT)),
};
/** Place of a file among the contents. */
const content = count;

/** What is asked about the bytes that agents wrote. */
export const artifactProcedures = {
  /** What the files of an artifact are, with their digests. */
  'artifacts.facts': procedure<ArtifactFacts>()(z.object({ session: text, ...edition })),
  /** Bytes of one file, at most ARTIFACT_SLICE_BYTES, as base64. */
  'artifacts.bytes': procedure<{ base64: string; total: number }>()(
    z.object({ session: text, ...edition, content, from: count, length: count }),
  ),
  /**
   * Writes files where the person says, in a dialog of the host: one under a name, more into a folder. Nothing that is
   * there is overwritten unasked. Null when the dialog was closed.
   */
  'artifacts.save': procedure<{ folder: string; names: string[] } | null>()(
    z.object({
      session: text,
      files: z
        .array(z.object({ ...edition, content, name: text }))
        .check(z.minLength(1), z.maxLength(ARTIFACT_FILES_LIMIT)),
    }),
  ),
};
