import { describe, expect, it } from 'vitest';
import type { StreamResponse } from '../../model/event.ts';
import { createLenses, lensFor, readSections } from '../index.ts';
import { previewLens, type UserLens } from './lens.ts';
import { FILE_CHARS, parseLensFile } from './parse.ts';

const READ = {
  kind: { path: '@.type', words: { call: 'tool', thought: 'thinking', cost: 'usage', log: 'report' } },
  id: '@.callId',
  name: '@.tool',
  state: { path: '@.status', words: { begin: 'started' } },
  arguments: '@.args',
  result: '@.out',
  text: '@.pieces[*]',
  usage: { input: '@.tokens.in', output: '@.tokens.out' },
};
const FILE = {
  loupeLens: 1,
  name: 'Acme',
  match: '$.statusUpdate.metadata.acme',
  items: '$.statusUpdate.metadata.acme.events[*]',
  read: READ,
};

const parse = (changes: object = {}, read: object = {}) =>
  parseLensFile(JSON.stringify({ ...FILE, read: { ...READ, ...read }, ...changes }));
const lensOf = (changes: object = {}, read: object = {}): UserLens => {
  const { lens, issues } = parse(changes, read);
  if (lens === undefined) throw new Error(JSON.stringify(issues));
  return lens;
};
const event = (...events: unknown[]): StreamResponse => ({
  statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_WORKING' }, metadata: { acme: { events } as never } },
});
const sectionsOf = (lens: UserLens, ...events: unknown[]) => previewLens(lens, event(...events)).sections;

describe('a lens file', () => {
  it('reads items of several kinds', () => {
    expect(
      sectionsOf(
        lensOf(),
        { type: 'call', callId: 7, tool: 'ls', status: 'begin', args: { a: 1 } },
        { type: 'thought', pieces: ['Look ', 'first.'] },
        { type: 'cost', tokens: { in: 3, out: 4 } },
        { type: 'call', callId: 7, status: 'done', out: 'x' },
        { type: 'call', callId: 8, out: null },
        { type: 'log', pieces: ['a'] },
        { type: 'dream' },
        { type: 'call' },
      ),
    ).toEqual([
      { kind: 'tool', phase: 'started', id: '7', name: 'ls', input: { a: 1 } },
      { kind: 'thinking', text: 'Look first.' },
      { kind: 'usage', input: 3, output: 4 },
      { kind: 'tool', phase: 'completed', id: '7', result: 'x' },
      { kind: 'tool', phase: 'completed', id: '8', result: null },
      { kind: 'report', what: 'report', text: 'a', detail: { type: 'log', pieces: ['a'] } },
    ]);
  });

  it('may name one kind for all, and take usage as an object', () => {
    const lens = lensOf({ items: undefined }, { kind: 'usage', usage: '$.statusUpdate.metadata.acme' });
    const usage: StreamResponse = {
      statusUpdate: {
        taskId: 't',
        status: { state: 'TASK_STATE_WORKING' },
        metadata: { acme: { prompt_tokens: 110, completion_tokens: 20, model: 'm' } },
      },
    };
    expect(lens.read(usage)).toEqual([{ kind: 'usage', input: 110, output: 20, model: 'm' }]);
  });

  it('is for events where the match leads somewhere, or to a value', () => {
    expect(lensOf().detect(event())).toBe(true);
    expect(lensOf().detect({ statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_WORKING' } } })).toBe(false);
    const equals = lensOf({ match: { path: '$.statusUpdate.status.state', equals: 'TASK_STATE_WORKING' } });
    expect(equals.detect(event())).toBe(true);
    expect(lensOf({ match: { path: '$.statusUpdate.taskId', equals: 'u' } }).detect(event())).toBe(false);
  });

  it('says where its faults are', () => {
    const faults = (changes: object, read?: object) =>
      parse(changes, read).issues.map(({ pointer, message }) => [pointer, message]);
    expect(faults({}, { id: '$.a..b' })).toEqual([['/read/id', 'Descendants (..) are not supported. Character 4.']]);
    expect(faults({}, { kind: 'dream' })).toEqual([['/read/kind', expect.stringMatching(/^One of tool, /)]]);
    expect(faults({}, { kind: { path: '@.t', words: { x: 'dream' } } })).toEqual([
      ['/read/kind/words/x', expect.any(String)],
    ]);
    expect(faults({ match: '@.a' })).toEqual([['/match', expect.any(String)]]);
    expect(faults({ match: { path: 3 } })).toEqual([['/match/path', expect.any(String)]]);
    expect(faults({ items: '@' })).toEqual([['/items', expect.any(String)]]);
    expect(faults({ read: 3 })).toEqual([['/read/kind', expect.any(String)]]);
    expect(faults({}, { usage: { tokens: '$.a', input: '$[' } })).toEqual([
      ['/read/usage/tokens', expect.any(String)],
      ['/read/usage/input', expect.stringMatching(/Character 3\.$/)],
    ]);
    expect(faults({ loupeLens: 2, name: '' })).toEqual([
      ['/loupeLens', expect.any(String)],
      ['/name', expect.any(String)],
    ]);
    expect(faults({}, { kind: 'tool', id: undefined })).toEqual([['/read/id', 'A lens for tool needs id.']]);
    for (const text of ['', '[]', '{', `"${'x'.repeat(FILE_CHARS)}"`, 'null', '{}']) {
      const { lens, issues } = parseLensFile(text);
      expect(lens).toBeUndefined();
      expect(issues.length).toBeGreaterThan(0);
    }
  });

  it('is used in spite of fields nobody knows', () => {
    const { lens, issues } = parse({ 'co/mment': 'x' }, { comment: 'y' });
    expect(lens).toBeDefined();
    expect(issues).toMatchObject([
      { severity: 'warning', pointer: '/co~1mment' },
      { severity: 'warning', pointer: '/read/comment' },
    ]);
  });
});

describe('a preview', () => {
  it('names the paths that led to nothing', () => {
    const preview = previewLens(lensOf(), event({ type: 'thought', pieces: ['x'] }));
    expect(preview).toMatchObject({ matched: true, items: 1, sections: [{ kind: 'thinking', text: 'x' }] });
    expect(preview.silent).toEqual([
      { field: 'state', path: '@.status' },
      { field: 'id', path: '@.callId' },
      { field: 'name', path: '@.tool' },
      { field: 'arguments', path: '@.args' },
      { field: 'result', path: '@.out' },
      { field: 'usage.input', path: '@.tokens.in' },
      { field: 'usage.output', path: '@.tokens.out' },
    ]);
    const none = previewLens(lensOf(), { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [] } });
    expect(none).toMatchObject({ matched: false, items: 0, sections: [] });
    expect(none.silent.map(({ field }) => field)).toContain('match');
  });

  it.each([[null], [1], ['x'], [[]], [{ type: {} }], [{ type: 'call', callId: {} }], [{ type: 'cost', tokens: null }]])(
    'survives %j',
    (item) => {
      expect(sectionsOf(lensOf(), item)).toEqual([]);
    },
  );
});

describe('a set of lenses', () => {
  it('asks lenses of the user first, and shows what they read raw as well', () => {
    const lens = lensOf();
    const set = createLenses([lens]);
    const one = event({ type: 'thought', pieces: ['x'] });
    expect(set.lensFor(one)).toBe(lens);
    expect(set.readSections(one)).toEqual([
      { kind: 'thinking', text: 'x' },
      { kind: 'other', key: 'acme', value: one.statusUpdate?.metadata?.acme },
    ]);
    expect(lensFor(one)).toBeUndefined();
    expect(readSections(one)).toMatchObject([{ kind: 'other', key: 'acme' }]);
  });
});
