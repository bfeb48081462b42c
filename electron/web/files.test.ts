import { createHash } from 'node:crypto';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ARTIFACT_FILES_LIMIT, ARTIFACT_SLICE_BYTES } from '../../shared/contract/artifacts.ts';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import { createFiles, type Files } from './files.ts';
import { unzip } from './testing/unzip.ts';

const BYTES = Buffer.alloc(3 * ARTIFACT_SLICE_BYTES + 17, 'abc');
const FILE = { session: 's', artifact: 'a', writes: [3, 4], content: 0 };

/** An engine with one artifact, whose files can be lost from an offset on. */
function engineWith(...contents: Buffer[]) {
  const asked: { from: number; length: number }[] = [];
  const state = { lostFrom: Number.POSITIVE_INFINITY };
  const dispatch = async (name: string, input: unknown): Promise<Reply<unknown>> => {
    const { from, length, ...file } = input as typeof FILE & { from: number; length: number };
    expect(name).toBe('artifacts.bytes');
    if (file.artifact !== 'a') return refused('not-found', 'There is no such file.');
    expect(file).toEqual({ ...FILE, content: file.content });
    const bytes = contents[file.content];
    if (!bytes) return refused('not-found', 'There is no such file.');
    asked.push({ from, length });
    if (from >= state.lostFrom) return refused('storage', 'gone');
    return done({ base64: bytes.subarray(from, from + length).toString('base64'), total: bytes.length });
  };
  return { dispatch, asked, state };
}

let server: Server | undefined;
afterEach(() => server?.close());

async function serve(files: Files): Promise<string> {
  server = createServer(async (request, response) => {
    if (!(await files.send((request.url ?? '').slice(6), response))) response.writeHead(410).end();
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What a browser gets: the status, the head, the bytes, and whether they are all there. */
const fetched = (url: string) =>
  new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer; whole: boolean }>((resolve) => {
    get(url, { agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => undefined);
      answer.on('close', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          bytes: Buffer.concat(chunks),
          whole: answer.complete,
        }),
      );
    });
  });

const pathOf = async (files: Files, wanted: object[] = [{ ...FILE, name: 'a.txt' }]): Promise<string> => {
  const offer = await files.offer({ files: wanted });
  if (!offer.ok) throw new Error(offer.error.message);
  return offer.value;
};

describe('files', () => {
  it('are sent once, slice by slice, under an address without a name', async () => {
    const engine = engineWith(BYTES);
    const files = createFiles(engine);
    const origin = await serve(files);
    const path = await pathOf(files);
    const { status, headers, bytes, whole } = await fetched(origin + path);
    expect({ status, whole }).toEqual({ status: 200, whole: true });
    expect(headers).toMatchObject({
      'content-disposition': 'attachment',
      'content-type': 'application/octet-stream',
      'content-length': String(BYTES.length),
    });
    const digest = (data: Buffer) => createHash('sha256').update(data).digest('hex');
    expect(digest(bytes)).toBe(digest(BYTES));
    expect(Math.max(...engine.asked.map(({ length }) => length))).toBe(ARTIFACT_SLICE_BYTES);
    expect((await fetched(origin + path)).status).toBe(410);
  });

  it('are refused when there are none', async () => {
    const files = createFiles(engineWith(BYTES));
    const file = { ...FILE, name: 'a' };
    expect(await files.offer({ files: [file, { ...file, artifact: 'other' }] })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
    const many = Array.from({ length: ARTIFACT_FILES_LIMIT + 1 }, () => file);
    for (const body of [undefined, {}, { files: [] }, { files: [FILE] }, { files: [1] }, { files: many }]) {
      expect(await files.offer(body)).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    }
  });

  it('that are lost on the way do not look whole', async () => {
    const engine = engineWith(BYTES);
    const files = createFiles(engine);
    const origin = await serve(files);
    const path = await pathOf(files);
    engine.state.lostFrom = ARTIFACT_SLICE_BYTES;
    const { bytes, whole } = await fetched(origin + path);
    expect(whole).toBe(false);
    expect(bytes.length).toBeLessThanOrEqual(ARTIFACT_SLICE_BYTES);
  });

  it('are not sent late', async () => {
    let time = 0;
    const files = createFiles(engineWith(BYTES), () => time);
    const origin = await serve(files);
    const path = await pathOf(files);
    time = 61_000;
    expect((await fetched(origin + path)).status).toBe(410);
  });

  it('without bytes are sent', async () => {
    const files = createFiles(engineWith(Buffer.alloc(0)));
    const origin = await serve(files);
    expect(await fetched(origin + (await pathOf(files)))).toMatchObject({ status: 200, whole: true });
  });

  it('more than one are one archive, slice by slice, under names that are safe', async () => {
    const engine = engineWith(Buffer.from('first'), BYTES, Buffer.alloc(0));
    const files = createFiles(engine);
    const origin = await serve(files);
    const names = ['../plan.md', 'Plan.md', '\u202edm.nalp'];
    const path = await pathOf(
      files,
      names.map((name, content) => ({ ...FILE, content, name })),
    );
    const { status, headers, bytes, whole } = await fetched(origin + path);
    expect({ status, whole }).toEqual({ status: 200, whole: true });
    expect(headers).toMatchObject({ 'content-type': 'application/zip', 'content-length': String(bytes.length) });
    expect(unzip(bytes).map(({ name }) => name)).toEqual(['plan.md', 'Plan (2).md', 'dm.nalp']);
    expect(unzip(bytes).map(({ content }) => content.length)).toEqual([5, BYTES.length, 0]);
    expect(unzip(bytes)[1]?.content.equals(BYTES)).toBe(true);
    expect(Math.max(...engine.asked.map(({ length }) => length))).toBe(ARTIFACT_SLICE_BYTES);
    expect((await fetched(origin + path)).status).toBe(410);
  });

  it('of an archive that are lost on the way do not look whole', async () => {
    const engine = engineWith(Buffer.from('first'), BYTES);
    const files = createFiles(engine);
    const origin = await serve(files);
    const path = await pathOf(
      files,
      [0, 1].map((content) => ({ ...FILE, content, name: 'a' })),
    );
    engine.state.lostFrom = ARTIFACT_SLICE_BYTES;
    expect((await fetched(origin + path)).whole).toBe(false);
  });

  it('are one archive only as far as it can count', async () => {
    const dispatch = async () => done({ base64: '', total: 0x8000_0000 });
    const files = createFiles({ dispatch });
    const file = { ...FILE, name: 'a' };
    expect((await files.offer({ files: [file] })).ok).toBe(true);
    expect(await files.offer({ files: [file, file] })).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  });
});
