import { type Part, type PartKind, partKind } from '../../model/message.ts';

/** What a stretch of parts has to have in common to be one file. */
export interface PartLook {
  kind: PartKind;
  name?: string;
  mediaType?: string;
}

export const lookOf = (part: Part): PartLook => ({
  kind: partKind(part),
  ...(part.filename && { name: part.filename }),
  ...(part.mediaType && { mediaType: part.mediaType }),
});

/** What is known of the place where a part stands. */
export interface PartPlace {
  /** It is the first part of a write that appends. */
  appended: boolean;
  /** Its bytes begin like a file of some kind does. */
  begins: boolean;
}

const agrees = (known: string | undefined, said: string | undefined): boolean => said === undefined || said === known;

/**
 * Whether a part goes on with the file before it. Adjacent texts are chunks of one text by convention; bytes are only when
 * they were appended, or name the same file, and do not begin a file of their own.
 */
export function goesOn(before: PartLook | undefined, part: PartLook, place: PartPlace): boolean {
  if (before === undefined || before.kind !== part.kind) return false;
  if (!agrees(before.name, part.name) || !agrees(before.mediaType, part.mediaType)) return false;
  if (part.kind === 'text') return true;
  if (part.kind !== 'raw' || place.begins) return false;
  return place.appended || (part.name !== undefined && part.name === before.name);
}

/** What an agent says about the bytes of a file, in the metadata of the part or of the artifact. */
export interface DeclaredBytes {
  bytes?: number;
  /** Lower case, 64 digits. */
  sha256?: string;
  uri?: string;
  /** Where the agent has it on its own disk. */
  sourcePath?: string;
}

const SHA256 = /^(?:sha-?256[:=-])?([0-9a-f]{64})$/i;

const firstOf = (metadata: Record<string, unknown>, ...keys: string[]): unknown =>
  keys.map((key) => metadata[key]).find((value) => value !== undefined && value !== null);

/** Reads size, digest and places out of metadata; undefined when it says none of them. */
export function declaredIn(metadata: Record<string, unknown> | undefined): DeclaredBytes | undefined {
  if (!metadata) return undefined;
  const size = Number(firstOf(metadata, 'byteSize', 'byte_size') ?? Number.NaN);
  const digest = SHA256.exec(String(firstOf(metadata, 'sha256', 'sha_256') ?? ''))?.[1];
  const uri = firstOf(metadata, 'uri');
  const source = firstOf(metadata, 'sourcePath', 'source_path');
  const declared: DeclaredBytes = {
    ...(Number.isSafeInteger(size) && size >= 0 && { bytes: size }),
    ...(digest && { sha256: digest.toLowerCase() }),
    ...(typeof uri === 'string' && { uri }),
    ...(typeof source === 'string' && { sourcePath: source }),
  };
  return Object.keys(declared).length > 0 ? declared : undefined;
}

/**
 * `match`: everything declared is so. `differs`: something is not. `none`: nothing was declared. `elsewhere`: the bytes did
 * not come along. `masked`: a secret in them was replaced before it was recorded, so they cannot be compared.
 */
export type DigestVerdict = 'match' | 'differs' | 'none' | 'elsewhere' | 'masked';

export interface ReceivedBytes {
  kind: PartKind;
  bytes: number;
  sha256: string;
  masked?: true;
}

/** Compares what came with what was declared. */
export function digestVerdict(received: ReceivedBytes, declared: DeclaredBytes | undefined): DigestVerdict {
  if (declared?.bytes === undefined && declared?.sha256 === undefined) return 'none';
  if (received.kind === 'url') return 'elsewhere';
  const sameSize = declared.bytes === undefined || declared.bytes === received.bytes;
  const sameDigest = declared.sha256 === undefined || declared.sha256 === received.sha256;
  if (sameSize && sameDigest) return 'match';
  return received.masked ? 'masked' : 'differs';
}
