import type { ServerResponse } from 'node:http';
import { ARTIFACT_SLICE_BYTES } from '../../shared/contract/artifacts.ts';
import { isObject } from '../../shared/lib/json.ts';
import { done, type Reply } from '../../shared/lib/result.ts';
import type { Engine } from '../engine/engine.ts';
import { createToken } from './token.ts';

/** Where browsers fetch files; a one-time code follows. */
export const FILE_PATH = '/file/';
/** A browser that was given an address has asked within this time, ms. */
const OFFER_MS = 60_000;
/** Addresses that were not used yet; the oldest go first. */
const OFFERS_LIMIT = 1_000;

interface Offer {
  /** What `artifacts.bytes` is asked, without the range. */
  file: Record<string, unknown>;
  total: number;
  until: number;
}

export interface Files {
  /** The path of a file for one request; refused when there is no such file. */
  offer(file: unknown): Promise<Reply<string>>;
  /** Sends the file; false when the code leads nowhere. */
  send(code: string, response: ServerResponse): Promise<boolean>;
}

interface Slice {
  base64: string;
  total: number;
}

/**
 * Files of artifacts as downloads. A download cannot carry the token, so that it gets an address that works once; it goes
 * slice by slice to the disk of the browser, and neither this host nor the page ever holds the file.
 */
export function createFiles(engine: Pick<Engine, 'dispatch'>, now: () => number = Date.now): Files {
  const offers = new Map<string, Offer>();
  const read = (file: Record<string, unknown>, from: number, length: number) =>
    engine.dispatch('artifacts.bytes', { ...file, from, length }) as Promise<Reply<Slice>>;

  return {
    async offer(file) {
      const wanted = isObject(file) ? file : {};
      const first = await read(wanted, 0, 0);
      if (!first.ok) return first;
      const code = createToken();
      offers.set(code, { file: wanted, total: first.value.total, until: now() + OFFER_MS });
      const [oldest] = offers.keys();
      if (offers.size > OFFERS_LIMIT && oldest !== undefined) offers.delete(oldest);
      return done(FILE_PATH + code);
    },

    async send(code, response) {
      const offer = offers.get(code);
      offers.delete(code);
      if (!offer || now() > offer.until) return false;
      const { file, total } = offer;
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        // Without a name: that of the link counts.
        'content-disposition': 'attachment',
        'content-length': total,
        'cache-control': 'no-store',
      });
      for (let from = 0; from < total && !response.destroyed; ) {
        const slice = await read(file, from, ARTIFACT_SLICE_BYTES);
        const bytes = slice.ok ? Buffer.from(slice.value.base64, 'base64') : undefined;
        if (!bytes || bytes.length === 0) {
          // The browser sees that bytes are missing, and says so.
          response.destroy();
          return true;
        }
        from += bytes.length;
        if (!response.write(bytes)) await writable(response);
      }
      response.end();
      return true;
    },
  };
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
