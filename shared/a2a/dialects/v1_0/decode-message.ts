import type { Artifact } from '../../../model/artifact.ts';
import type { Message, Part } from '../../../model/message.ts';
import { anything, bag, fields, listOf, text, texts } from '../reading/checks.ts';
import type { Reader } from '../reading/reader.ts';
import { roleField } from '../reading/spelling.ts';
import type { Fields, Shape } from '../reading/walk.ts';
import {
  ARTIFACT_MARKERS,
  MESSAGE_MARKERS,
  PART_MARKERS,
  rewriteArtifact,
  rewriteMessage,
  rewritePart,
} from '../v0_3/older-message.ts';

export const partShape: Shape<Part> = {
  name: 'Part',
  clause: '1.0 §4.1.6',
  fields: fields({ text, raw: text, url: text, data: anything, metadata: bag, filename: text, mediaType: text }),
  required: [],
  markers: PART_MARKERS,
  rewrite: rewritePart,
  whole: checkContent,
};

/** A part has exactly one content key; presence counts, not truth. */
function checkContent(part: Fields, reader: Reader): void {
  const count =
    (part.text === undefined ? 0 : 1) +
    (part.raw === undefined ? 0 : 1) +
    (part.url === undefined ? 0 : 1) +
    (part.data === undefined ? 0 : 1);
  if (count === 1) return;
  reader.report(
    count === 0
      ? {
          code: 'part-without-content',
          severity: 'warning',
          message: 'The part has none of text, raw, url and data.',
          clause: '1.0 §4.1.6',
        }
      : {
          code: 'part-with-several-contents',
          severity: 'warning',
          message: 'The part has more than one of text, raw, url and data.',
          clause: '1.0 §4.1.6',
        },
  );
}

/** A string in the place of a list of parts is one text part. */
const parts: typeof text = (value, reader, key) => {
  if (typeof value !== 'string') return partList(value, reader, key);
  reader.report(
    {
      code: 'wrong-type',
      severity: 'warning',
      message: 'parts should be a list, but is a string; it is read as one text part.',
      clause: '1.0 §4.1.4',
    },
    key,
  );
  return [{ text: value }];
};
const partList = listOf(partShape);

export const messageShape: Shape<Message> = {
  name: 'Message',
  clause: '1.0 §4.1.4',
  fields: fields({
    messageId: text,
    contextId: text,
    taskId: text,
    role: roleField,
    parts,
    metadata: bag,
    extensions: texts,
    referenceTaskIds: texts,
  }),
  required: [
    { name: 'messageId', fill: () => '', filled: true },
    { name: 'role', fill: () => 'ROLE_UNSPECIFIED' },
    { name: 'parts', fill: () => [] },
  ],
  markers: MESSAGE_MARKERS,
  rewrite: rewriteMessage,
};

export const artifactShape: Shape<Artifact> = {
  name: 'Artifact',
  clause: '1.0 §4.1.7',
  fields: fields({ artifactId: text, name: text, description: text, parts, metadata: bag, extensions: texts }),
  required: [
    { name: 'artifactId', fill: () => '', filled: true },
    { name: 'parts', fill: () => [] },
  ],
  markers: ARTIFACT_MARKERS,
  rewrite: rewriteArtifact,
};
