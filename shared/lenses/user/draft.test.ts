import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../lib/json.ts';
import type { StreamResponse } from '../../model/event.ts';
import { draftLens, LENS_TEMPLATE } from './draft.ts';
import { EVENT_PATHS, eventPaths } from './event-paths.ts';
import { previewLens } from './lens.ts';
import { parseLensFile } from './parse.ts';

const status = (metadata: JsonObject): StreamResponse => ({
  statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_WORKING' }, metadata },
});

function read(event: StreamResponse) {
  const { lens, issues } = parseLensFile(draftLens(event));
  expect(issues).toEqual([]);
  if (lens === undefined) throw new Error('no lens');
  return previewLens(lens, event);
}

describe('a drafted lens', () => {
  it.each<[string, JsonObject, object]>([
    [
      'an object under one key',
      { acme: { callId: 'c1', tool: 'ls', phase: 'started', args: { path: '.' } } },
      { kind: 'tool', id: 'c1', name: 'ls', phase: 'started', input: { path: '.' } },
    ],
    [
      'a list of events',
      { acme: { seq: 1, events: [{ type: 'tool_call', id: 7, name: 'ls', args: {} }] } },
      { kind: 'tool', id: '7', name: 'ls', phase: 'input' },
    ],
    ['a thought', { 'x-agent': { thought: 'Look first.' } }, { kind: 'thinking', text: 'Look first.' }],
    ['flat keys', { tool_call_id: 'c2', tool_name: 'rm', output: 'gone' }, { kind: 'tool', id: 'c2', result: 'gone' }],
    [
      'an object in an object',
      { acme: { tool: { toolCallId: 'c3', name: 'cat', result: 'x' } } },
      { kind: 'tool', id: 'c3', name: 'cat', result: 'x' },
    ],
    ['odd names', { "it's": { 'call id': 'c4', 'tool name': 'ls' } }, { kind: 'tool', id: 'c4', name: 'ls' }],
    ['something nobody knows', { acme: { colour: 'red', size: 3 } }, { kind: 'report' }],
  ])('reads %s', (_, metadata, section) => {
    const preview = read(status(metadata));
    expect(preview).toMatchObject({ matched: true, sections: [section], silent: [] });
  });

  it('is named and marked after what the agent calls its own', () => {
    const { lens } = parseLensFile(draftLens(status({ acme: { callId: 'c1', tool: 'ls', args: {} } })));
    expect(lens?.id).toBe('acme');
    expect(lens?.spec.match.path.text).toBe('$.statusUpdate.metadata.acme');
  });

  it('reads messages, artifacts and data parts', () => {
    const call = { callId: 'c', tool: 'ls', args: {} };
    const parts = [{ text: 'x' }, { data: { acme: call } }];
    expect(read({ message: { messageId: 'm', role: 'ROLE_AGENT', parts } }).sections).toMatchObject([{ id: 'c' }]);
    const artifact = { artifactId: 'a', parts: [], metadata: { acme: call } };
    expect(read({ artifactUpdate: { taskId: 't', artifact } }).sections).toMatchObject([{ id: 'c', name: 'ls' }]);
  });

  it('is the template where there is nothing to go by', () => {
    expect(draftLens(status({}))).toBe(LENS_TEMPLATE);
    expect(draftLens({})).toBe(LENS_TEMPLATE);
    expect(parseLensFile(LENS_TEMPLATE)).toMatchObject({ issues: [], lens: { id: 'My agent' } });
  });

  it('is a lens file whatever the metadata says', () => {
    for (const value of [
      null,
      0,
      '',
      [],
      [[]],
      [null],
      {},
      { id: null },
      { type: {} },
      { usage: 1 },
      { events: [1] },
    ]) {
      for (const metadata of [{ acme: value }, { kind: value, id: 1 }, { type: value, 'a.b': value }]) {
        const { issues } = parseLensFile(draftLens(status(metadata as unknown as JsonObject)));
        expect(issues, JSON.stringify(metadata)).toEqual([]);
      }
    }
  });
});

describe('paths of an event', () => {
  it('come outer ones first, and once for all elements of a list', () => {
    expect(eventPaths({ a: [{ b: 1 }, { 'c d': null }], e: 'x' })).toEqual([
      { path: '$.a', value: [{ b: 1 }, { 'c d': null }] },
      { path: '$.e', value: 'x' },
      { path: '$.a[*]', value: { b: 1 } },
      { path: '$.a[*].b', value: 1 },
      { path: "$.a[*]['c d']", value: null },
    ]);
  });

  it('are bounded', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, {}]));
    expect(eventPaths(wide)).toHaveLength(EVENT_PATHS);
  });
});
