import { describe, expect, it } from 'vitest';
import { createTree } from '../../../shared/a2a/reduce/tree.ts';
import type { Row } from '../../../shared/model/row.ts';
import { destination, flatten, type TreeView, typeAhead } from './view-model.ts';

let seq = 0;
const row = (change: Partial<Row>): Row => {
  seq += 1;
  return { seq, at: seq, lane: 'status', kind: 'status', exchange: 1, agent: 'a', text: '', size: 1, ...change };
};

/** Two contexts: the older one with two tasks, the newer one with a tool and an artifact. */
function sample() {
  seq = 0;
  const tree = createTree();
  const run = (exchange: number, context: string, task: string, text: string, more: Partial<Row>[] = []) => {
    const ids = { exchange, context, task };
    tree.push(row({ kind: 'request', name: 'SendStreamingMessage', exchange, text, lane: 'request' }));
    tree.push(row({ kind: 'task', state: 'TASK_STATE_WORKING', ...ids }));
    for (const change of more) tree.push(row({ ...ids, ...change }));
    tree.push(row({ state: 'TASK_STATE_COMPLETED', ...ids }));
    tree.push(row({ kind: 'end', name: 'complete', ...ids }));
  };
  run(1, 'c1', 't1', 'First question');
  run(2, 'c1', 't2', 'Second question');
  run(3, 'c2', 't3', 'Write a file', [
    { kind: 'tool-started', lane: 'tool', span: { id: 's', edge: 'open', name: 'write_file' } },
    { kind: 'tool-result', lane: 'tool', span: { id: 's', edge: 'close', name: 'write_file' }, duration: 5 },
    { kind: 'artifact', lane: 'artifact', artifact: { id: 'x', name: 'vpc.yml', bytes: 5 } },
  ]);
  return tree;
}

const view = (change: Partial<TreeView> = {}): TreeView => ({
  expansion: {},
  filter: '',
  place: { kind: 'start' },
  more: false,
  ...change,
});

const shape = (change: Partial<TreeView> = {}) =>
  flatten(sample().contexts, view(change)).map((node) => `${node.level} ${node.kind} ${node.key}`);

describe('contexts tree', () => {
  it('puts the newest context and the newest task first', () => {
    expect(shape()).toEqual(['1 context a|c2', '2 task a|t3', '1 context a|c1', '2 task a|t2', '2 task a|t1']);
  });

  it('opens the chosen task, and what the person opened or closed', () => {
    const chosen = shape({ place: { kind: 'task', agent: 'a', task: 't3' }, expansion: { 'a|c1': false } });
    expect(chosen).toEqual([
      '1 context a|c2',
      '2 task a|t3',
      '3 span a|t3|tool|s',
      '3 artifact a|t3|artifact|x',
      '1 context a|c1',
    ]);
  });

  it('shows one agent only when asked', () => {
    expect(shape({ agent: 'b' })).toEqual([]);
    expect(shape({ agent: 'b', more: true })).toEqual(['1 more more']);
  });

  it('filters by title and opens what it finds', () => {
    expect(shape({ filter: 'second', expansion: { 'a|c1': false } })).toEqual(['1 context a|c1', '2 task a|t2']);
  });

  it('lists tasks of the server after the local ones and keeps them closed', () => {
    const tree = sample();
    tree.merge('a', [
      { id: 't3', contextId: 'c2', status: { state: 'TASK_STATE_COMPLETED' } },
      { id: 't9', contextId: 'c9', status: { state: 'TASK_STATE_FAILED' } },
    ]);
    const nodes = flatten(tree.contexts, view());
    expect(nodes[nodes.length - 1]).toMatchObject({ key: 'a|c9', origin: 'server', expanded: false });
    expect(nodes.find((node) => node.key === 'a|t3')?.origin).toBe('both');
  });

  it('puts what goes on first although the server lists it last', () => {
    const tree = sample();
    const at = (state: string, timestamp?: string) => ({ status: { state, ...(timestamp && { timestamp }) } });
    tree.merge('a', [
      { id: 's1', contextId: 'c8', ...at('TASK_STATE_COMPLETED', '2026-01-02T00:00:00Z') },
      { id: 's2', contextId: 'c9', ...at('TASK_STATE_COMPLETED', '2026-01-03T00:00:00Z') },
      { id: 's3', contextId: 'c9', ...at('TASK_STATE_FAILED') },
      { id: 's4', contextId: 'c7', ...at('TASK_STATE_WORKING') },
    ]);
    const nodes = flatten(tree.contexts, view({ expansion: { 'a|c9': true } }));
    expect(nodes.map(({ key }) => key)).toEqual([
      ...['a|c7', 'a|s4', 'a|c2', 'a|t3', 'a|c1', 'a|t2', 'a|t1'],
      ...['a|c9', 'a|s2', 'a|s3', 'a|c8'],
    ]);
    expect(nodes.map(({ key, expanded }) => `${key} ${expanded}`)).toContain('a|c7 true');
  });

  it('shows what meets the criteria that the server was asked with', () => {
    const tree = sample();
    tree.merge('a', [
      { id: 's1', contextId: 'c8', status: { state: 'TASK_STATE_FAILED', timestamp: '2026-01-02T00:00:00Z' } },
      { id: 's2', contextId: 'c8', status: { state: 'TASK_STATE_FAILED', timestamp: '2026-01-05T00:00:00Z' } },
      { id: 's3', contextId: 'c8', status: { state: 'TASK_STATE_FAILED' } },
    ]);
    const keys = (criteria: TreeView['criteria']) =>
      flatten(tree.contexts, view({ criteria: criteria ?? {}, expansion: { 'a|c8': true } }))
        .filter(({ kind }) => kind === 'task')
        .map(({ key }) => key);
    expect(keys({ state: 'TASK_STATE_FAILED' })).toEqual(['a|s2', 'a|s1', 'a|s3']);
    expect(keys({ since: '2026-01-03T00:00:00Z' })).toEqual(['a|s2', 'a|s3']);
    expect(keys({ context: 'c1' })).toEqual(['a|t2', 'a|t1']);
  });

  it('puts tools below their turn when a task has more than one', () => {
    const tree = sample();
    const message = { id: 'm', role: 'user' } as const;
    tree.push(
      row({ kind: 'request', name: 'SendMessage', exchange: 4, text: 'Again', task: 't3', context: 'c2', message }),
    );
    const open = { 'a|t3': true };
    const nodes = flatten(tree.contexts, view({ expansion: open })).filter(({ level }) => level > 2);
    expect(nodes.map(({ level, kind, expanded }) => `${level} ${kind} ${expanded}`)).toEqual([
      '3 turn false',
      '3 turn undefined',
      '3 artifact undefined',
    ]);
    const first = nodes[0];
    expect(first && destination(first)).toMatchObject({ place: { kind: 'task', task: 't3' }, seq: first?.turn?.seq });
    const wide = flatten(tree.contexts, view({ expansion: { ...open, [first?.key ?? '']: true } }));
    const tool = wide.find(({ kind }) => kind === 'span');
    expect(tool).toMatchObject({ level: 4, position: 1, setSize: 1 });
    expect(wide[tool?.parent ?? -1]).toMatchObject({ kind: 'turn', turn: { title: 'Write a file' } });
  });

  it('counts position and size of every set', () => {
    const nodes = flatten(sample().contexts, view({ more: true }));
    expect(nodes.map((node) => `${node.position}/${node.setSize}`)).toEqual(['1/3', '1/1', '2/3', '1/2', '2/2', '3/3']);
    expect(nodes[1]?.parent).toBe(0);
  });

  it('leads a tool to its task and its result row', () => {
    const nodes = flatten(sample().contexts, view({ expansion: { 'a|t3': true } }));
    const tool = nodes.find((node) => node.kind === 'span');
    expect(tool && destination(tool)).toMatchObject({ place: { kind: 'task', task: 't3' }, tab: 'timeline' });
    expect(tool && destination(tool)?.seq).toBe(tool?.tool?.endSeq);
  });

  it('finds labels as they are typed', () => {
    expect(typeAhead(['alpha', 'beta', 'bravo'], 0, 'b')).toBe(1);
    expect(typeAhead(['alpha', 'beta', 'bravo'], 1, 'b')).toBe(2);
    expect(typeAhead(['alpha', 'beta', 'bravo'], 1, 'br')).toBe(2);
    expect(typeAhead(['alpha'], 0, 'z')).toBe(-1);
  });
});
