import type { Artifact } from '../../model/artifact.ts';
import type { TaskArtifactUpdateEvent } from '../../model/event.ts';
import type { Part } from '../../model/message.ts';
import { partsSize } from './text-line.ts';

/** Earlier versions kept of an artifact that is written anew. */
export const VERSION_LIMIT = 50;

export interface ArtifactVersion {
  parts: Part[];
  sealed: boolean;
}

/** One artifact as assembled so far (1.0 §4.2.2). Changed in place; `revision` counts the changes. */
export interface ArtifactView {
  id: string;
  name?: string;
  description?: string;
  /** Media type of the first part that names one. */
  mediaType?: string;
  metadata?: Artifact['metadata'];
  extensions?: string[];
  /** One part per part received; text chunks are not merged. */
  parts: Part[];
  /** Bytes of the content of all parts. */
  bytes: number;
  /** Writes that made up the current version. */
  chunks: number;
  /** A write said `lastChunk`. */
  sealed: boolean;
  /** Writes that came after the last chunk. */
  lateWrites: number;
  /** What was there before the artifact was written anew, oldest first, at most VERSION_LIMIT. */
  versions: ArtifactVersion[];
  revision: number;
  joined: JoinedText;
}

/** The joined text of the first `upTo` parts, so that each part is looked at once however often one asks. */
export interface JoinedText {
  text: string;
  upTo: number;
}

export const emptyArtifact = (id: string): ArtifactView => ({
  id,
  parts: [],
  bytes: 0,
  chunks: 0,
  sealed: false,
  lateWrites: 0,
  versions: [],
  revision: 0,
  joined: { text: '', upTo: 0 },
});

function takeFacts(view: ArtifactView, artifact: Artifact): void {
  if (artifact.name !== undefined && artifact.name !== '') view.name = artifact.name;
  if (artifact.description !== undefined && artifact.description !== '') view.description = artifact.description;
  if (artifact.metadata !== undefined) view.metadata = artifact.metadata;
  if (artifact.extensions !== undefined) view.extensions = artifact.extensions;
}

function addParts(view: ArtifactView, parts: readonly Part[] | undefined, bytes?: number): void {
  if (!Array.isArray(parts)) return;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Part;
    view.parts.push(part);
    if (view.mediaType === undefined && part.mediaType !== undefined) view.mediaType = part.mediaType;
  }
  view.bytes += bytes ?? partsSize(parts);
}

function startAnew(view: ArtifactView): void {
  if (view.parts.length > 0) {
    view.versions.push({ parts: view.parts, sealed: view.sealed });
    if (view.versions.length > VERSION_LIMIT) view.versions.shift();
  }
  view.parts = [];
  view.bytes = 0;
  view.chunks = 0;
  view.sealed = false;
  view.mediaType = undefined;
  view.joined = { text: '', upTo: 0 };
}

/**
 * Applies one artifact event: `append` adds parts, anything else replaces what is there. Costs the event's own parts.
 * `bytes` is the size of its content where that is known, also of content that was left out of the parts.
 */
export function writeArtifact(view: ArtifactView, update: TaskArtifactUpdateEvent, bytes?: number): void {
  if (view.sealed) view.lateWrites++;
  if (update.append !== true) startAnew(view);
  takeFacts(view, update.artifact);
  addParts(view, update.artifact.parts, bytes);
  view.chunks++;
  if (update.lastChunk === true) view.sealed = true;
  view.revision++;
}

/**
 * Takes over an artifact of a task snapshot. A snapshot repeats what was streamed, so it replaces the parts only when
 * it holds at least as much; lists of tasks leave artifacts out, and old snapshots come late.
 */
export function takeSnapshot(view: ArtifactView, artifact: Artifact, finished: boolean): void {
  takeFacts(view, artifact);
  const parts = Array.isArray(artifact.parts) ? artifact.parts : [];
  const bytes = partsSize(parts);
  if (bytes > view.bytes || (bytes === view.bytes && parts.length >= view.parts.length)) {
    view.parts = parts.slice();
    view.bytes = bytes;
    view.chunks = Math.max(view.chunks, 1);
    view.joined = { text: '', upTo: 0 };
    view.mediaType = parts.find((part) => part.mediaType !== undefined)?.mediaType;
  }
  if (finished) view.sealed = true;
  view.revision++;
}

/** All text parts joined; adjacent text parts are chunks of one text by convention. */
export function artifactText(view: ArtifactView): string {
  const { joined, parts } = view;
  for (; joined.upTo < parts.length; joined.upTo++) {
    const text = parts[joined.upTo]?.text;
    if (typeof text === 'string') joined.text += text;
  }
  return joined.text;
}
