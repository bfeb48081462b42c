import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Json } from '../../shared/lib/json.ts';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import type { Part } from '../../shared/model/message.ts';
import type { Arguments } from './arguments.ts';
import type { Terminal } from './terminal.ts';

/** Media types by file ending; anything else is sent as bytes of no known kind. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.txt': 'text/plain',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.html': 'text/html',
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
};

/** Largest file that is sent, bytes: base64 makes a third more of it, and the whole request is built in memory. */
export const FILE_LIMIT = 64 * 1024 * 1024;

async function filePart(path: string): Promise<Reply<Part>> {
  try {
    const content = await readFile(path);
    if (content.length > FILE_LIMIT) {
      return refused('bad-input', `${path} has ${content.length} bytes; the limit is ${FILE_LIMIT}`);
    }
    return done({
      raw: content.toString('base64'),
      filename: basename(path),
      mediaType: MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    });
  } catch (error) {
    return refused('bad-input', `cannot read the file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The content parts of a message in the order of `--text`, `--data` and `--file`; `bad-input` when there is none. */
export async function contentParts(args: Arguments, terminal: Terminal): Promise<Reply<Part[]>> {
  const parts: Part[] = [];
  for (const { name, value } of args.given) {
    if (name === 'text') parts.push({ text: value === '-' ? await terminal.readInput() : String(value) });
    else if (name === 'data') parts.push({ data: value as Json });
    else if (name === 'file') {
      const part = await filePart(String(value));
      if (!part.ok) return part;
      parts.push(part.value);
    }
  }
  return parts.length > 0 ? done(parts) : refused('bad-input', 'nothing to send: give --text, --data or --file');
}
