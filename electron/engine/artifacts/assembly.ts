import { createHash, type Hash } from 'node:crypto';
import {
  type DeclaredBytes,
  declaredIn,
  goesOn,
  lookOf,
  type PartLook,
} from '../../../shared/a2a/reduce/artifacts-parts.ts';
import { magicType, SNIFF_BYTES, sniffType } from '../../../shared/a2a/reduce/artifacts-sniff.ts';
import { fileOf } from '../../../shared/a2a/reduce/part-file.ts';
import type { ArtifactContent, ArtifactFacts } from '../../../shared/contract/artifacts.ts';
import { MASK } from '../../../shared/lib/mask.ts';
import type { Artifact } from '../../../shared/model/artifact.ts';
import type { Part } from '../../../shared/model/message.ts';
import { isDataUrl, partBytes } from './part-bytes.ts';

/** Where a stretch of a file's bytes is: the event and the part in it. */
export interface Stretch {
  seq: number;
  part: number;
  bytes: number;
}

interface Building {
  look: PartLook;
  content: Omit<ArtifactContent, 'sha256' | 'sniffed' | 'pieces' | 'bytes' | 'parts'>;
  bytes: number;
  parts: number;
  hash: Hash;
  /** The first SNIFF_BYTES. */
  head: Buffer;
  stretches: Stretch[];
}

/** What one event says of an artifact. */
export interface Write {
  seq: number;
  artifact: Artifact;
  append: boolean;
}

/** The files of one artifact, put together event by event. Keeps digests and places, never the content. */
export class Assembly {
  /** Events taken so far, in order. */
  readonly seqs: number[] = [];
  readonly files: Building[] = [];
  private about: Omit<ArtifactFacts, 'contents'> = {};

  push({ seq, artifact, append }: Write): void {
    this.seqs.push(seq);
    const { name, description, metadata, extensions } = artifact;
    this.about = {
      ...this.about,
      ...(name && { name }),
      ...(description && { description }),
      ...(metadata && { metadata }),
      ...(extensions && { extensions }),
    };
    const parts = Array.isArray(artifact.parts) ? artifact.parts : [];
    for (const [index, part] of parts.entries()) {
      if (typeof part === 'object' && part !== null) this.add(part, seq, index, append && index === 0);
    }
  }

  private add(part: Part, seq: number, index: number, appended: boolean): void {
    const { bytes, problem } = partBytes(part);
    const look = lookOf(part);
    const before = this.files[this.files.length - 1];
    const begins = look.kind === 'raw' && magicType(bytes) !== undefined;
    const joins = before !== undefined && goesOn(before.look, look, { appended, begins });
    const file = joins ? before : this.begin(part, look);
    if (problem) file.content.problem = problem;
    // What an agent wrote in the mask's own characters counts, too; a digest that matches settles it.
    if (look.kind !== 'raw' && bytes.includes(MASK)) file.content.masked = true;
    const declared = declaredIn(part.metadata);
    if (declared) file.content.declared = { ...file.content.declared, ...declared };
    if (file.head.length < SNIFF_BYTES) {
      file.head = Buffer.concat([file.head, bytes.subarray(0, SNIFF_BYTES - file.head.length)]);
    }
    file.hash.update(bytes);
    file.bytes += bytes.length;
    file.parts++;
    file.stretches.push({ seq, part: index, bytes: bytes.length });
  }

  private begin(part: Part, look: PartLook): Building {
    const inside = look.kind === 'url' && isDataUrl(part);
    const { name, mediaType } = fileOf(part) ?? look;
    const file: Building = {
      look,
      content: {
        kind: inside ? 'raw' : look.kind,
        ...(name && { name }),
        ...(mediaType && { mediaType }),
        ...(look.kind === 'url' && !inside && { url: String(part.url ?? '') }),
      },
      bytes: 0,
      parts: 0,
      hash: createHash('sha256'),
      head: Buffer.alloc(0),
      stretches: [],
    };
    this.files.push(file);
    return file;
  }

  facts(): ArtifactFacts {
    // What the artifact says of its bytes is about its only file.
    const whole: DeclaredBytes | undefined = this.files.length === 1 ? declaredIn(this.about.metadata) : undefined;
    const contents = this.files.map((file): ArtifactContent => {
      const sniffed = sniffType(file.head);
      const declared = whole || file.content.declared ? { ...whole, ...file.content.declared } : undefined;
      return {
        ...file.content,
        ...(sniffed && { sniffed }),
        ...(declared && { declared }),
        bytes: file.bytes,
        sha256: file.hash.copy().digest('hex'),
        parts: file.parts,
        pieces: piecesOf(file.stretches),
      };
    });
    return { ...this.about, contents };
  }
}

/** One piece per event. */
function piecesOf(stretches: readonly Stretch[]): ArtifactContent['pieces'] {
  const pieces: ArtifactContent['pieces'] = [];
  for (const { seq, bytes } of stretches) {
    const last = pieces[pieces.length - 1];
    if (last?.seq === seq) last.bytes += bytes;
    else pieces.push({ seq, bytes });
  }
  return pieces;
}
