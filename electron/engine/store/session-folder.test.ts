import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entry, SessionHeader } from '../../../shared/model/entry.ts';
import { SessionFolder } from './session-folder.ts';
import { openSessionFile } from './session-reader.ts';

let folder: SessionFolder;
beforeEach(() => {
  folder = new SessionFolder(fs.mkdtempSync(join(tmpdir(), 'loupe-sessions-')));
});
afterEach(() => fs.rmSync(folder.path, { recursive: true, force: true }));

const header = (session: string, started = '2026-01-31T12:00:00.000Z'): SessionHeader => ({
  format: 'loupe-session',
  version: 2,
  app: '0.0.0',
  session,
  started,
});
const note = (seq: number): Entry => ({ seq, at: seq, kind: 'note', what: 'comment', detail: { seq } });
const fileText = (id: string, entries: number, tail = '') =>
  [header(id), ...Array.from({ length: entries }, (_, index) => note(index + 1))]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('') + tail;
const write = (id: string, text: string) => fs.writeFileSync(folder.fileOf(id), text);

const load = async (id: string) => {
  const entries: Entry[] = [];
  const file = await openSessionFile(folder.fileOf(id), () => (entry) => entries.push(entry));
  if (!file.ok) throw new Error(file.error.message);
  return { entries, file: file.value };
};

describe('reading a session file', () => {
  it('leaves a torn tail and unreadable lines out and counts them, without changing the file', async () => {
    const text = fileText('a', 3, 'not json\n{"seq":4}\n{"seq":5,"at":5,"ki');
    write('a', text);
    const { entries, file } = await load('a');
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(file).toMatchObject({ tornBytes: 19, unreadableLines: 2, length: 3 });
    expect(await file.entry(1)).toEqual(note(2));
    expect(await file.entry(3)).toBeUndefined();
    await file.close();
    expect(fs.readFileSync(folder.fileOf('a'), 'utf8')).toBe(text);
  });

  it('reads lines longer than a chunk', async () => {
    const long: Entry = { ...note(1), detail: { text: 'ж'.repeat(3_000_000) } } as Entry;
    write('a', `${JSON.stringify(header('a'))}\n${JSON.stringify(long)}\n${JSON.stringify(note(2))}\n`);
    const { entries, file } = await load('a');
    expect(entries).toEqual([long, note(2)]);
    expect(await file.entry(0)).toEqual(long);
    await file.close();
  });

  it.each([
    ['an empty file', '', 'first line'],
    ['another kind of file', '{"log":{}}\n', 'no session file'],
    ['a newer version', '{"format":"loupe-session","version":99}\n', '99'],
    ['no version', '{"format":"loupe-session"}\n', 'version'],
  ])('refuses %s', async (_, text, words) => {
    write('a', text);
    const file = await openSessionFile(folder.fileOf('a'), () => () => undefined);
    expect(file.ok ? '' : file.error.message).toContain(words);
  });
});

describe('the folder', () => {
  it('lists newest first, with titles, and leaves other files out', async () => {
    write('old', fileText('old', 1));
    write('new', `${JSON.stringify(header('new', '2026-02-01T00:00:00.000Z'))}\n`);
    write('broken', 'x\n');
    fs.writeFileSync(join(folder.path, 'notes.txt'), '');
    folder.rename('old', 'My run');
    const list = await folder.list();
    expect(list.map(({ id }) => id)).toEqual(['new', 'old']);
    expect(list[1]).toMatchObject({ title: 'My run', bytes: fileText('old', 1).length });
  });

  it('takes no identifier that leads out of it', async () => {
    fs.writeFileSync(join(folder.path, '..', 'outside.jsonl'), fileText('outside', 1));
    expect(folder.has('../outside')).toBe(false);
    expect((await folder.get('../outside')).ok).toBe(false);
    fs.rmSync(join(folder.path, '..', 'outside.jsonl'));
  });

  it('imports a file under a new identifier, without its torn tail', async () => {
    const id = await folder.importText(fileText('elsewhere', 2, '{"seq":3'), 'run of today.jsonl');
    if (!id.ok) throw new Error(id.error.message);
    expect(id.value).not.toBe('elsewhere');
    const { entries, file } = await load(id.value);
    await file.close();
    expect(file.header.session).toBe(id.value);
    expect(entries).toHaveLength(2);
    expect((await folder.get(id.value)).ok && (await folder.list())[0]?.title).toBe('run of today');
    expect((await folder.importText('{"a":1}\n')).ok).toBe(false);
  });

  it('removes a session with what belongs to it', () => {
    write('a', fileText('a', 1));
    folder.rename('a', 'x');
    folder.remove('a');
    expect(fs.readdirSync(folder.path)).toEqual([]);
  });
});

describe('recovery', () => {
  it('repairs what was never ended, says so in the log, and leaves the rest alone', async () => {
    write('torn', fileText('torn', 2, '{"seq":3,"at":'));
    folder.begin('torn');
    write('ended', fileText('ended', 2, 'tail'));
    folder.begin('ended');
    folder.finish('ended');
    expect(await folder.recover()).toEqual([{ session: 'torn', droppedBytes: 14 }]);
    const { entries, file } = await load('torn');
    await file.close();
    expect(entries).toEqual([
      note(1),
      note(2),
      { seq: 3, at: 2, kind: 'note', what: 'recovered', detail: { message: expect.any(String), droppedBytes: 14 } },
    ]);
    expect(fs.readFileSync(folder.fileOf('ended'), 'utf8')).toBe(fileText('ended', 2, 'tail'));
    expect(await folder.recover()).toEqual([]);
  });

  it('keeps away from a recording of a process that lives', async () => {
    write('other', fileText('other', 1, 'half'));
    fs.writeFileSync(join(folder.path, 'other.meta.json'), JSON.stringify({ recordedBy: process.ppid }));
    expect(await folder.recover()).toEqual([]);
    expect(fs.readFileSync(folder.fileOf('other'), 'utf8')).toContain('half');
  });
});
