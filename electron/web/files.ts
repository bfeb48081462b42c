import type { ServerResponse } from 'node:http';
import { distinctNames, safeName } from '../../shared/a2a/reduce/artifacts-names.ts';
import { ARTIFACT_FILES_LIMIT, ARTIFACT_SLICE_BYTES } from '../../shared/contract/artifacts.ts';
import { isObject } from '../../shared/lib/json.ts';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import type { Engine } from '../engine/engine.ts';
import { createToken } from './token.ts';
import { ZIP_LIMIT_BYTES, Zip, zipBytes } from './zip.ts';

/** Where browsers fetch files; a one-time code follows. */
export const FILE_PATH = '/file/';
/** A browser that was given an address has asked within this time, ms. */
const OFFER_MS = 60_000;
/** Addresses that were not used yet; the oldest go first. */
const OFFERS_LIMIT = 100;
const TOO_LARGE = 'These files are more than 4 GiB together, too much for one archive. Save them one by one.';

/** One file: what `artifacts.bytes` is asked, without the range, and the name it has among others. */
interface Wanted {
  file: Record<string, unknown>;
  name: string;
}

interface Offer {
  files: (Wanted & { bytes: number })[];
  until: number;
}

export interface Files {
  /** The path of one file, or of an archive of more, for one request; refused when there is no such file. */
  offer(files: unknown): Promise<Reply<string>>;
  /** Sends what was offered; false when the code leads nowhere. */
  send(code: string, response: ServerResponse): Promise<boolean>;
}

interface Slice {
  base64: string;
  total: number;
}

/**
 * Files of artifacts as downloads. A download cannot carry the token, so that it gets an address that works once; it goes
 * slice by slice to the disk of the browser, and neither this host nor the page ever holds a file. Browsers save only the
 * first few of many downloads, so that more than one file is one archive.
 */
export function createFiles(engine: Pick<Engine, 'dispatch'>, now: () => number = Date.now): Files {
  const offers = new Map<string, Offer>();
  const read = (file: Record<string, unknown>, from: number, length: number) =>
    engine.dispatch('artifacts.bytes', { ...file, from, length }) as Promise<Reply<Slice>>;

  /** The content of a file; a slice is missing where it was lost. */
  async function* slices({ file, bytes: total }: Offer['files'][number]): AsyncGenerator<Buffer | undefined> {
    for (let from = 0; from < total; ) {
      const slice = await read(file, from, ARTIFACT_SLICE_BYTES);
      const bytes = slice.ok && slice.value.total === total ? Buffer.from(slice.value.base64, 'base64') : undefined;
      if (!bytes || bytes.length === 0) {
        yield undefined;
        return;
      }
      from += bytes.length;
      yield bytes;
    }
  }

  async function* archive(files: Offer['files']): AsyncGenerator<Buffer | undefined> {
    const zip = new Zip(new Date(now()));
    for (const file of files) {
      yield zip.begin(file.name);
      for await (const bytes of slices(file)) {
        if (bytes) zip.take(bytes);
        yield bytes;
      }
      yield zip.endFile();
    }
    yield zip.end();
  }

  return {
    async offer(body) {
      const wanted = readWanted(body);
      if (!wanted) return refused('bad-input', `A download is made of 1 to ${ARTIFACT_FILES_LIMIT} files with names.`);
      const files: Offer['files'] = [];
      for (const one of wanted) {
        const first = await read(one.file, 0, 0);
        if (!first.ok) return first;
        files.push({ ...one, bytes: first.value.total });
      }
      if (files.length > 1 && zipBytes(files) > ZIP_LIMIT_BYTES) return refused('bad-input', TOO_LARGE);
      const code = createToken();
      offers.set(code, { files, until: now() + OFFER_MS });
      const [oldest] = offers.keys();
      if (offers.size > OFFERS_LIMIT && oldest !== undefined) offers.delete(oldest);
      return done(FILE_PATH + code);
    },

    async send(code, response) {
      const offer = offers.get(code);
      offers.delete(code);
      const [only, ...more] = offer?.files ?? [];
      if (!offer || !only || now() > offer.until) return false;
      const single = more.length === 0;
      response.writeHead(200, {
        'content-type': single ? 'application/octet-stream' : 'application/zip',
        // Without a name: that of the link counts.
        'content-disposition': 'attachment',
        'content-length': single ? only.bytes : zipBytes(offer.files),
        'cache-control': 'no-store',
      });
      for await (const bytes of single ? slices(only) : archive(offer.files)) {
        if (response.destroyed) return true;
        if (!bytes) {
          // The browser sees that bytes are missing, and says so.
          response.destroy();
          return true;
        }
        if (!response.write(bytes)) await writable(response);
      }
      response.end();
      return true;
    },
  };
}

/** The files that a request names, with names that can be written beside each other. */
function readWanted(body: unknown): Wanted[] | undefined {
  const files = isObject(body) && Array.isArray(body.files) ? body.files : [];
  if (files.length === 0 || files.length > ARTIFACT_FILES_LIMIT) return undefined;
  const wanted: Wanted[] = [];
  for (const one of files) {
    if (!isObject(one) || typeof one.name !== 'string') return undefined;
    const { name, ...file } = one;
    wanted.push({ file, name });
  }
  const names = distinctNames(wanted.map(({ name }) => safeName(name)));
  return wanted.map(({ file }, index) => ({ file, name: names[index] as string }));
}

/** Resolves when more can be written, or nobody is there any more. */
const writable = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    if (response.destroyed) return resolve();
    response.on('drain', go);
    response.on('close', go);
  });
