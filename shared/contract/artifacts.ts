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

/** Bytes of a file that did not come along. */
export interface ContentCopy {
  /** Another one when the bytes may be others. */
  id: string;
  /** Fetched from the address of the part, or read from this computer. */
  from: 'fetch' | 'file';
  /** The origin that gave it, or the full path. */
  place: string;
  /** Entry that has its bytes, and the session of that entry: a file of a reopened one is fetched into the live one. */
  entry?: { session: string; seq: number };
  /** As the server said it. */
  mediaType?: string;
  sniffed?: string;
  bytes: number;
  sha256: string;
  /** A secret in it was replaced before it was recorded. */
  masked?: true;
}

/** How far a fetch has come, in bytes; `total` where the server says it. */
export interface FetchProgress {
  bytes: number;
  total?: number;
}

/** `elsewhere`: the answer leads to an origin that nobody has named yet. Nothing was asked there. */
export type FetchAnswer = { state: 'fetched' } | { state: 'elsewhere'; from: string; origin: string; url: string };

/** A file of this computer that holds the content, before it is read. */
export interface LocalFile {
  /** As the agent says it. */
  path: string;
  /** Where it really lies, links followed. */
  resolved: string;
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
  /** What was fetched or read of it since. */
  copy?: ContentCopy;
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
  /** Whose it is: an event that lists tasks may name the artifact in several of them. */
  task: z.optional(text),
  /** Seqs of the events that make it up, in order. */
  writes: z.array(z.number()).check(z.maxLength(ARTIFACT_WRITES_LIMIT)),
};
/** Place of a file among the contents. */
const content = count;
/** Redirects from origin to origin that a person may agree to. */
const FETCH_ORIGINS_LIMIT = 10;
const file = { session: text, ...edition, content };

/** What is asked about the bytes that agents wrote. */
export const artifactProcedures = {
  /** What the files of an artifact are, with their digests. */
  'artifacts.facts': procedure<ArtifactFacts>()(z.object({ session: text, ...edition })),
  /** Bytes of one file, at most ARTIFACT_SLICE_BYTES, as base64. */
  'artifacts.bytes': procedure<{ base64: string; total: number }>()(
    z.object({ session: text, ...edition, content, from: count, length: count }),
  ),
  /**
   * Fetches the content of a part that only names its address, as an exchange of the live session. `origins`: those that
   * the person has named by a click; no other one is asked. Credentials go where they may go without asking. From then on
   * `artifacts.bytes` has the content.
   */
  'artifacts.fetch': procedure<FetchAnswer>()(
    z.object({ ...file, origins: z.array(text).check(z.minLength(1), z.maxLength(FETCH_ORIGINS_LIMIT)) }),
  ),
  /** How far a fetch has come; null when there is none. */
  'artifacts.progress': procedure<FetchProgress | null>()(z.object(file)),
  /**
   * The file of this computer that the address or the metadata of a part names. Null where none is offered: the agent runs
   * elsewhere, or the part names no file. Nothing is read yet.
   */
  'artifacts.local': procedure<LocalFile | null>()(z.object(file)),
  /** Reads that file. `path`: the resolved one that the person has agreed to. */
  'artifacts.readLocal': procedure<null>()(z.object({ ...file, path: text })),
  /** Opens a copy in the program that the system has for it, after the person has agreed. Programs are refused. */
  'artifacts.openOutside': procedure<null>()(z.object({ ...file, name: text })),
  /** Goes on with a drag that has begun in the page: a copy of the file is what is dragged. */
  'artifacts.drag': procedure<null>()(z.object({ ...file, name: text })),
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
