import type { ArtifactEdition, ArtifactRecord } from '../../../shared/a2a/reduce/artifacts.ts';
import { ARTIFACT_SLICE_BYTES } from '../../../shared/contract/artifacts.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done } from '../../../shared/lib/result.ts';
import { call } from '../../state/bridge.ts';

/** One file of an artifact, as the engine is asked for it. */
export interface FileRef extends EditionRef {
  content: number;
}

/** An artifact as it was written at a time, as the engine is asked for it. */
export interface EditionRef {
  session: string;
  artifact: string;
  task?: string;
  writes: number[];
}

export const editionRef = (session: string, { id, task }: ArtifactRecord, { writes }: ArtifactEdition): EditionRef => ({
  session,
  artifact: id,
  ...(task !== undefined && { task }),
  writes: writes.map(({ seq }) => seq),
});

export const fileRef = (
  session: string,
  record: ArtifactRecord,
  edition: ArtifactEdition,
  content: number,
): FileRef => ({ ...editionRef(session, record, edition), content });

/** Bytes behind base64 text, without a string per byte. */
function decode(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Bytes of a file from one offset to another, in slices that do not hold up a frame. */
export async function* readBytes(
  file: FileRef,
  from: number,
  to: number,
): AsyncGenerator<Reply<Uint8Array<ArrayBuffer>>> {
  for (let at = from; at < to; ) {
    const length = Math.min(ARTIFACT_SLICE_BYTES, to - at);
    const reply = await call('artifacts.bytes', { ...file, from: at, length });
    if (!reply.ok) {
      yield reply;
      return;
    }
    const bytes = decode(reply.value.base64);
    if (bytes.length === 0) return;
    at += bytes.length;
    yield done(bytes);
  }
}

/** Slices as one run of bytes. */
export function joined(slices: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(slices.reduce((sum, slice) => sum + slice.length, 0));
  let at = 0;
  for (const slice of slices) {
    whole.set(slice, at);
    at += slice.length;
  }
  return whole;
}

/** All bytes of a file. */
export async function allBytes(file: FileRef, total: number): Promise<Reply<Uint8Array<ArrayBuffer>>> {
  const slices: Uint8Array<ArrayBuffer>[] = [];
  for await (const slice of readBytes(file, 0, total)) {
    if (!slice.ok) return slice;
    slices.push(slice.value);
  }
  return done(joined(slices));
}

/** Base64 of bytes, made in pieces: an argument list has an end. */
export function toBase64(bytes: Uint8Array): string {
  const STEP = 0x8000;
  let binary = '';
  for (let at = 0; at < bytes.length; at += STEP) binary += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(binary);
}
