import { describe, expect, it } from 'vitest';
import { artifactText } from '../../../shared/a2a/reduce/artifact.ts';
import type { ArtifactBlock } from '../../../shared/a2a/reduce/conversation.ts';
import { createFold } from '../../../shared/a2a/reduce/fold.ts';
import { createTree } from '../../../shared/a2a/reduce/tree.ts';
import { READ_LIMIT } from '../../../shared/contract/limits.ts';
import type { EntryView } from '../../../shared/contract/views.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { Entry } from '../../../shared/model/entry.ts';
import type { Place } from '../../state/selection.ts';
import { READ_BYTES } from './large-artifacts.ts';
import { BACKLOG_LIMIT, BATCH_ENTRIES, ConversationLoader, EARLIER_EVENTS, FIRST_EVENTS } from './loader.ts';
import { scopeOf, speaks } from './scope.ts';

const body = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { bytes: text.length, text };
};

/** A session of streams, written by hand and folded for real. */
function session() {
  const fold = createFold();
  const tree = createTree();
  const views: EntryView[] = [];
  const rows = views as readonly Pick<EntryView, 'row'>[];
  const add = (part: Record<string, unknown>) => {
    const seq = views.length + 1;
    const entry = { seq, at: seq, ...part } as unknown as Entry;
    const folded = fold.push(entry);
    tree.push(folded.row);
    views.push({ entry, ...folded, related: {} });
  };
  let exchanges = 0;
  const stream = (task: string, words: readonly string[], context = 'c') => {
    const exchange = ++exchanges;
    const event = (result: unknown) =>
      add({
        kind: 'frame',
        exchange,
        framing: 'sse',
        body: body(`data: ${JSON.stringify({ jsonrpc: '2.0', id: exchange, result })}\n\n`),
      });
    const message = { messageId: `m${exchange}`, role: 'ROLE_USER', parts: [{ text: `ask ${task}` }] };
    add({
      kind: 'request',
      exchange,
      agent: 'a',
      operation: 'SendStreamingMessage',
      dialect: '1.0',
      binding: 'JSONRPC',
      method: 'POST',
      url: 'http://127.0.0.1:1/',
      headers: [],
      body: body({ jsonrpc: '2.0', id: exchange, method: 'SendStreamingMessage', params: { message } }),
    });
    const headers = [['content-type', 'text/event-stream']];
    add({ kind: 'head', exchange, status: 200, statusText: 'OK', httpVersion: '1.1', headers, timings: {} });
    event({ task: { id: task, contextId: context, status: { state: 'TASK_STATE_WORKING' } } });
    for (const text of words) {
      const said = { messageId: `w${exchange}`, role: 'ROLE_AGENT', parts: [{ text }] };
      event({
        statusUpdate: { taskId: task, contextId: context, status: { state: 'TASK_STATE_WORKING', message: said } },
      });
    }
    event({ statusUpdate: { taskId: task, contextId: context, status: { state: 'TASK_STATE_COMPLETED' } } });
    add({ kind: 'end', exchange, cause: 'complete', timings: {}, bytes: 1 });
  };
  /** One artifact in pieces of equal size; the last one says what it is. */
  const artifact = (task: string, chunks: number, size: number, more: (number: number) => unknown = () => ({})) => {
    const exchange = ++exchanges;
    const event = (result: unknown) =>
      add({
        kind: 'frame',
        exchange,
        framing: 'sse',
        body: body(`data: ${JSON.stringify({ id: exchange, result })}\n\n`),
      });
    const headers = [['content-type', 'text/event-stream']];
    add({
      kind: 'request',
      exchange,
      agent: 'a',
      operation: 'SendStreamingMessage',
      dialect: '1.0',
      binding: 'JSONRPC',
      method: 'POST',
      url: 'http://127.0.0.1:1/',
      headers: [],
      body: body({ id: exchange, method: 'SendStreamingMessage', params: {} }),
    });
    add({ kind: 'head', exchange, status: 200, statusText: 'OK', httpVersion: '1.1', headers, timings: {} });
    event({ task: { id: task, contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } });
    for (let number = 1; number <= chunks; number++) {
      const last = number === chunks;
      const part = { text: String(number % 10).repeat(size) };
      const made = { artifactId: 'big', name: 'big.txt', parts: [part], ...(last && { description: 'all of it' }) };
      const update = { taskId: task, contextId: 'c', artifact: made, append: number > 1, lastChunk: last };
      event({ artifactUpdate: { ...update, ...(more(number) as object) } });
    }
    event({ statusUpdate: { taskId: task, contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } } });
    add({ kind: 'end', exchange, cause: 'complete', timings: {}, bytes: 1 });
  };
  return { views, tree, stream, artifact, rows: () => rows.map(({ row }) => row) };
}

function open(made: ReturnType<typeof session>, place: Place) {
  const asked: number[] = [];
  const read: number[] = [];
  const scope = scopeOf(place, made.tree);
  let trouble = false;
  const loader = new ConversationLoader(
    async (seqs) => {
      asked.push(seqs.length);
      read.push(...seqs);
      return trouble ? refused('storage', 'gone') : done(seqs.map((seq) => made.views[seq - 1] as EntryView));
    },
    (row) => speaks(row) && scope(row),
    () => undefined,
  );
  const text = () =>
    (loader.conversation?.turns ?? [])
      .map((turn) =>
        turn.kind === 'user'
          ? `> ${turn.text}`
          : turn.blocks.map((block) => (block.kind === 'text' ? block.text : block.kind)).join(' '),
      )
      .join('\n');
  return { loader, asked, read, text, fail: (now: boolean) => (trouble = now) };
}

/** Reads are answered in microtasks; a timer comes after all of them. */
const settle = () => new Promise((resume) => setTimeout(resume, 0));

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index} `);

describe('ConversationLoader', () => {
  it('shows only what belongs to the place', async () => {
    const made = session();
    made.stream('t1', ['one']);
    made.stream('t2', ['two'], 'other');
    const task = open(made, { kind: 'task', agent: 'a', task: 't2' });
    const context = open(made, { kind: 'context', agent: 'a', context: 'c' });
    const all = open(made, { kind: 'session' });
    for (const { loader } of [task, context, all]) loader.sync(made.rows(), true);
    await settle();
    expect(task.text()).toBe('> ask t2\ntwo state');
    expect(context.text()).toBe('> ask t1\none state');
    expect(all.text()).toBe('> ask t1\none state\n> ask t2\ntwo state');
  });

  it('begins near the end, at a message, and loads earlier ones on demand', async () => {
    const made = session();
    made.stream('t1', numbers(2_000));
    made.stream('t2', numbers(250));
    const { loader, text } = open(made, { kind: 'session' });
    loader.sync(made.rows(), true);
    await settle();
    expect(text().startsWith('> ask t2\n0 1 2 ')).toBe(true);
    expect(loader.earlier).toBeGreaterThan(FIRST_EVENTS);
    const before = loader.earlier;
    loader.loadEarlier();
    expect(loader.loadingEarlier).toBe(true);
    expect(text().startsWith('> ask t2')).toBe(true);
    await settle();
    expect(loader.loadingEarlier).toBe(false);
    expect(loader.earlier).toBeLessThanOrEqual(before - EARLIER_EVENTS + 1);
    loader.loadEarlier();
    await settle();
    loader.loadEarlier();
    await settle();
    expect(loader.earlier).toBe(0);
    expect(text().startsWith('> ask t1\n0 1 2 ')).toBe(true);
  });

  it('tells what was asked when it begins in the middle of a long answer', async () => {
    const made = session();
    made.stream('t1', numbers(2_000));
    const { loader, text } = open(made, { kind: 'session' });
    loader.sync(made.rows(), true);
    await settle();
    expect(loader.earlier).toBeGreaterThan(1_000);
    expect(text()).toMatch(/^> ask t1\n18\d\d /);
    expect(text().endsWith('1999  state')).toBe(true);
  });

  it('asks for no more than one read may hold, and takes in what comes later', async () => {
    const made = session();
    made.stream('t1', ['first ']);
    const { loader, asked, text } = open(made, { kind: 'session' });
    loader.sync(made.rows(), true);
    await settle();
    made.stream('t2', numbers(2 * READ_LIMIT));
    loader.sync(made.rows(), true);
    await settle();
    expect(Math.max(...asked)).toBe(BATCH_ENTRIES);
    expect(text()).toContain(`${2 * READ_LIMIT - 1} `);
    expect(loader.earlier).toBe(0);
  });

  it('waits with the first read until a replay is near its end', async () => {
    const made = session();
    made.stream('t1', numbers(400));
    const { loader, asked } = open(made, { kind: 'session' });
    loader.sync(made.rows().slice(0, 100), false);
    await settle();
    expect(asked).toEqual([]);
    loader.sync(made.rows(), true);
    await settle();
    expect(loader.conversation?.turns.length).toBeGreaterThan(0);
  });

  it('says what went wrong and goes on when asked to', async () => {
    const made = session();
    made.stream('t1', ['one']);
    const { loader, text, fail } = open(made, { kind: 'session' });
    fail(true);
    loader.sync(made.rows(), true);
    await settle();
    expect(loader.trouble?.code).toBe('storage');
    fail(false);
    loader.retry();
    await settle();
    expect(loader.trouble).toBeUndefined();
    expect(text()).toBe('> ask t1\none state');
  });

  it('jumps to the tail when more came than anybody could follow', async () => {
    const made = session();
    made.stream('t1', ['one']);
    const { loader } = open(made, { kind: 'session' });
    loader.sync(made.rows(), true);
    await settle();
    const row = made.rows()[3];
    if (!row) throw new Error('no row');
    const many = Array.from({ length: BACKLOG_LIMIT + 10 }, () => row);
    loader.sync([...made.rows(), ...many], true);
    expect(loader.earlier).toBeGreaterThan(BACKLOG_LIMIT - FIRST_EVENTS);
  });

  describe('of a large artifact', () => {
    const SIZE = 64 * 1024;
    const artifactOf = (loader: ConversationLoader) => {
      const blocks = (loader.conversation?.turns ?? []).flatMap((turn) => (turn.kind === 'agent' ? turn.blocks : []));
      const block = blocks.find(({ kind }) => kind === 'artifact');
      return (block as ArtifactBlock).artifact;
    };

    /** Its last turn is over. */
    const folded = async (loader: ConversationLoader) => {
      const over = () => {
        const last = loader.conversation?.turns[loader.conversation.turns.length - 1];
        return last?.kind === 'agent' && !last.live;
      };
      for (let round = 0; round < 1_000 && !over(); round++) await settle();
    };

    it('reads the beginning and the last chunk, and counts all of it', async () => {
      const made = session();
      made.artifact('t1', 150, SIZE);
      const { loader, read } = open(made, { kind: 'session' });
      loader.sync(made.rows(), true);
      await folded(loader);
      const view = artifactOf(loader);
      expect(view).toMatchObject({ bytes: 150 * SIZE, chunks: 150, sealed: true, name: 'big.txt' });
      expect(view.description).toBe('all of it');
      expect(artifactText(view).length).toBeGreaterThan(READ_BYTES);
      expect(artifactText(view).startsWith('1'.repeat(SIZE))).toBe(true);
      expect(read.length).toBeLessThan(30);
      expect(loader.conversation?.turns.some((turn) => turn.kind === 'agent' && turn.live)).toBe(false);
    });

    it('reads all of one that is written anew each time', async () => {
      const made = session();
      made.artifact('t1', 20, SIZE, () => ({ append: false, lastChunk: false }));
      const { loader, read } = open(made, { kind: 'session' });
      loader.sync(made.rows(), true);
      await folded(loader);
      expect(artifactOf(loader)).toMatchObject({ bytes: SIZE, chunks: 1 });
      expect(artifactText(artifactOf(loader)).startsWith('0')).toBe(true);
      expect(read).toHaveLength(made.rows().length);
    });

    it('keeps the order of what is read and what is not', async () => {
      const made = session();
      made.artifact('t1', 40, SIZE);
      made.stream('t2', ['one', 'two']);
      made.artifact('t3', 3, 10);
      const { loader, text } = open(made, { kind: 'session' });
      loader.sync(made.rows(), true);
      await folded(loader);
      expect(text()).toBe('artifact state\n> ask t2\nonetwo state\nartifact state');
    });
  });
});
