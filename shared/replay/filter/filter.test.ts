import { describe, expect, it } from 'vitest';
import type { Row } from '../../model/row.ts';
import { applied, complete } from './complete.ts';
import { createFacets } from './facets.ts';
import { asksFor, asksForOpen, compileFilter, type FilterFacts, mayMatchSession } from './match.ts';
import { parseFilter } from './parse.ts';
import { printFilter, withoutPart } from './print.ts';

const base: Row = { seq: 1, at: 0, lane: 'status', kind: 'status', exchange: 1, agent: 'a1', text: '', size: 0 };
const row = (change: Partial<Row>): Row => ({ ...base, ...change });

const ROWS: Record<string, Row> = {
  request: row({
    seq: 1,
    kind: 'request',
    lane: 'request',
    name: 'SendStreamingMessage',
    text: 'Create a VPC',
    size: 684,
  }),
  head: row({ seq: 2, at: 41, kind: 'response', lane: 'request', status: 404, duration: 41 }),
  task: row({ seq: 3, at: 43, kind: 'task', state: 'TASK_STATE_SUBMITTED', task: '7647-c8f1', context: 'c1f0' }),
  odd: row({ seq: 4, at: 50, kind: 'status', state: 'PAUSED', task: '7647-c8f1', text: 'Zürich, "two"' }),
  call: row({
    seq: 5,
    at: 1_630,
    lane: 'tool',
    kind: 'tool-started',
    name: 'write_file',
    span: { id: 's1', edge: 'open', name: 'write_file' },
  }),
  result: row({
    seq: 6,
    at: 12_000,
    lane: 'tool',
    kind: 'tool-result',
    name: 'list_files',
    duration: 501.4,
    size: 1_143,
    span: { id: 's2', edge: 'close', failed: true },
    marks: { lens: 'iac-code', severity: 'warning', findings: 2, codes: ['bad-date', 'no-role'] },
  }),
  chunk: row({ seq: 7, lane: 'artifact', kind: 'artifact', task: 't', artifact: { id: 'art-9', name: 'vpc.yml' } }),
  more: row({ seq: 8, lane: 'artifact', kind: 'artifact', task: 't', artifact: { id: 'art-9', append: true } }),
  ask: row({ seq: 9, state: 'TASK_STATE_INPUT_REQUIRED', kind: 'status', text: 'Which zone?', marks: { cut: true } }),
  cut: row({ seq: 10, lane: 'error', kind: 'end', name: 'cut', at: 61_000 }),
  ping: row({ seq: 11, kind: 'comment', agent: 'a2' }),
};

const FACTS: FilterFacts = {
  session: ['20260131-1', 'Demo rehearsal'],
  agentName: (agent) => ({ a1: 'iac-code', a2: 'Sample agent' })[agent],
  isOpen: (span) => span === 's1',
  isPinned: ({ seq }) => seq === 3 || seq === 6,
  isUnread: ({ seq }) => seq >= 10,
};

const names = (source: string, facts = FACTS): string[] => {
  const match = compileFilter(parseFilter(source), facts);
  return Object.entries(ROWS).flatMap(([name, each]) => (!match || match(each) ? [name] : []));
};
const all = Object.keys(ROWS);
const without = (...left: string[]) => all.filter((name) => !left.includes(name));

describe('a filter', () => {
  it.each<[string, string[]]>([
    ['', all],
    ['   ', all],
    ['vpc', ['request']],
    ['-vpc', without('request')],
    ['"a vpc"', ['request']],
    ['"a vpc', ['request']],
    ['text:"zürich, \\"two\\""', ['odd']],
    ['text:vpc,ZÜRICH', ['request', 'odd']],
    ['zürich,', ['odd']],
    ['write_file', ['call']],
    ['kind:tool', ['call', 'result']],
    ['KIND:Tool-Started', ['call']],
    ['kind:tool,request', ['request', 'call', 'result']],
    ['-kind:ping', without('ping')],
    ['kind:ping', ['ping']],
    ['lane:art', ['chunk', 'more']],
    ['state:failed', ['result']],
    ['state:TASK_STATE_FAILED', ['result']],
    ['state:error', ['result']],
    ['state:input-required', ['ask']],
    ['state:INPUT_REQUIRED', ['ask']],
    ['state:paused', ['odd']],
    ['state:submitted,input', ['task', 'ask']],
    ['dur:>500ms', ['result']],
    ['dur:>0.4s', ['result']],
    ['dur:<=41ms', ['head']],
    ['dur:501ms', ['result']],
    ['dur:500ms', []],
    ['dur:0.5s', ['result']],
    ['dur:40..600ms', ['head', 'result']],
    ['dur:1min..', []],
    ['at:>1min', ['cut']],
    ['at:1s..12s', ['call', 'result']],
    ['size:1.1kB', ['result']],
    ['size:684', ['request']],
    ['size:>600B', ['request', 'result']],
    ['size:..684b -size:0', ['request']],
    ['seq:2..3', ['head', 'task']],
    ['seq:..2', ['request', 'head']],
    ['seq:>=10', ['cut', 'ping']],
    ['status:404', ['head']],
    ['status:4xx', ['head']],
    ['status:4', ['head']],
    ['status:40x', ['head']],
    ['status:5xx', []],
    ['status:>=400', ['head']],
    ['task:7647', ['task', 'odd']],
    ['ctx:C1F0', ['task']],
    ['agent:sample', ['ping']],
    ['agent:a2', ['ping']],
    ['name:write,streaming', ['request', 'call']],
    ['op:sendstreaming', ['request']],
    ['artifact:vpc.yml', ['chunk', 'more']],
    ['artifact:art-9', ['chunk', 'more']],
    ['lens:iac', ['result']],
    ['issue:warn', ['result']],
    ['issue:no-role', ['result']],
    ['issue:error', []],
    ['is:cut', ['ask', 'cut']],
    ['is:unpaired', ['call']],
    ['is:finding', ['result']],
    ['is:pinned', ['task', 'result']],
    ['is:pin kind:tool', ['result']],
    ['is:unread', ['cut', 'ping']],
    ['is:unread,pinned -kind:ping', ['task', 'result', 'cut']],
    ['is:un', ['call', 'cut', 'ping']],
    ['-is:unpaired kind:tool', ['result']],
    ['session:demo', all],
    ['session:other', []],
    ['-session:other', all],
    ['kind:tool state:failed dur:>500ms', ['result']],
    // What is not understood does not filter.
    ['kind:', all],
    ['kind:tool dur:', ['call', 'result']],
    ['kind:tool foo:bar', ['call', 'result']],
    ['kind:nonsense,request', ['request']],
    ['dur:>lots vpc', ['request']],
    ['-', all],
    ['http://x', []],
    ['12:30', []],
  ])('%s', (source, expected) => {
    expect(names(source)).toEqual(expected);
  });

  it.each<[string, string, number, number, string?]>([
    ['kimd:tool', 'unknown-key', 0, 5, 'kind'],
    ['vpc -stat:x', 'unknown-key', 5, 10, 'state'],
    ['zzzz:x', 'unknown-key', 0, 5],
    ['kind:tol', 'unknown-value', 5, 8, 'tool'],
    ['is:paired', 'unknown-value', 3, 9, 'unpaired'],
    ['dur:', 'no-value', 0, 4],
    ['kind:tool, ', 'none', 0, 0],
    ['dur:500', 'bad-time', 4, 7],
    ['dur:1s,soon', 'bad-time', 7, 11],
    ['size:big', 'bad-size', 5, 8],
    ['seq:2s', 'bad-number', 4, 6],
    ['dur:2s..1s', 'bad-range', 4, 10],
    ['status:abc', 'bad-number', 7, 10],
  ])('says what is wrong with %s', (source, code, from, to, suggestion) => {
    const { issues } = parseFilter(source);
    if (code === 'none') expect(issues).toEqual([]);
    else expect(issues).toMatchObject([{ code, from, to }]);
    if (suggestion !== undefined) expect(issues[0]?.suggestion).toBe(suggestion);
  });

  it('is the same after printing and reading it again', () => {
    const pieces = [
      'kind:tool',
      '-',
      '"',
      '\\',
      ' ',
      ',',
      'dur:>1s',
      'a',
      'foo:',
      'text:',
      'is:cut',
      '日本',
      'at:1..2s',
      '..',
    ];
    let seed = 7;
    const next = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed;
    };
    const conditions = (source: string) => parseFilter(source).parts.map(({ from: _, to: __, ...part }) => part);
    let sound = 0;
    for (let round = 0; round < 3_000; round++) {
      let source = '';
      for (let length = next() % 9; length >= 0; length--) source += pieces[next() % pieces.length];
      const { parts, issues } = parseFilter(source);
      for (const { from, to } of [...parts, ...issues]) expect(from < to && to <= source.length, source).toBe(true);
      const printed = printFilter({ parts });
      expect(conditions(printed), `${source} -> ${printed}`).toEqual(conditions(source));
      expect(parseFilter(printed).issues).toEqual([]);
      sound += parts.length;
    }
    expect(sound).toBeGreaterThan(1_000);
  });

  it('loses one condition', () => {
    const source = 'vpc  -kind:ping  dur:>1s';
    const [first, second, third] = parseFilter(source).parts;
    expect(first && withoutPart(source, first)).toBe('-kind:ping  dur:>1s');
    expect(second && withoutPart(source, second)).toBe('vpc dur:>1s');
    expect(third && withoutPart(source, third)).toBe('vpc  -kind:ping');
  });

  it('knows sessions by id and title, and what a later row can change', () => {
    const may = (source: string) => mayMatchSession(parseFilter(source), ['20260131-1', 'Demo rehearsal']);
    expect(['session:demo', 'session:x', '-session:demo', 'vpc'].map(may)).toEqual([true, false, false, true]);
    const asked = (source: string) =>
      (['pinned', 'unread'] as const).filter((condition) => asksFor(parseFilter(source), condition));
    expect(['is:pinned', '-is:un', 'is:cut', 'pinned'].map(asked)).toEqual([['pinned'], ['unread'], [], []]);
    expect(['is:unpaired', 'is:un', 'is:cut', 'unpaired'].map((one) => asksForOpen(parseFilter(one)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('selects no row for what nobody knows of it', () => {
    expect(names('is:pinned', {})).toEqual([]);
    expect(names('-is:unread', {})).toEqual(all);
  });

  it('looks beyond the text of a row when it may', () => {
    const facts = { hasText: (each: Row, pattern: RegExp) => each.seq === 3 && pattern.test('the whole body') };
    expect(names('WHOLE', facts)).toEqual(['task']);
    expect(names('text:a.VPC|', facts)).toEqual([]);
  });
});

describe('completion', () => {
  const facets = createFacets();
  for (const each of Object.values(ROWS)) facets.push(each);
  const facts = { facets, agentName: (agent: string) => ({ a1: 'iac-code', a2: 'Sample agent' })[agent] };
  const inserts = (source: string, caret = source.length) => complete(source, caret, facts).map(({ insert }) => insert);
  const taken = (source: string, insert: string, caret = source.length) => {
    const found = complete(source, caret, facts).find((one) => one.insert === insert);
    return found && applied(source, found);
  };

  it('offers keys, then values that occur', () => {
    expect(inserts('')).toContain('issue:');
    expect(inserts('st')).toEqual(['state:', 'status:', 'kind:status', 'kind:tool-started']);
    expect(inserts('-la')).toEqual(['lane:']);
    expect(inserts('duration')).toEqual(['dur:']);
    expect(inserts('write')).toEqual(['name:write_file']);
    expect(inserts('foo:')).toEqual([]);
  });

  it('offers values with their counts, frequent ones first, families of kinds too', () => {
    const kinds = complete('kind:', 5, facts);
    expect(kinds[0]).toMatchObject({ value: 'status', count: 2 });
    expect(kinds).toContainEqual(expect.objectContaining({ value: 'tool', count: 2 }));
    expect(inserts('kind:to')).toEqual(['tool', 'tool-started', 'tool-result']);
    expect(inserts('state:in')).toEqual(['input-required']);
    expect(inserts('agent:')).toEqual(['iac-code', '"Sample agent"']);
    expect(inserts('issue:')).toEqual(['warning', 'bad-date', 'no-role']);
    expect(inserts('is:')).toEqual(['cut', 'finding', 'unpaired', 'pinned', 'unread']);
    expect(inserts('is:p')).toEqual(['pinned', 'unpaired']);
    expect(inserts('dur:')).toContain('>500ms');
  });

  it('replaces what the caret stands in', () => {
    expect(taken('vpc ki', 'kind:')).toEqual({ source: 'vpc kind:', caret: 9 });
    expect(taken('-kind:to dur:>1s', 'tool', 8)).toEqual({ source: '-kind:tool dur:>1s', caret: 11 });
    expect(taken('kind:request,tool-s', 'tool-started')).toEqual({ source: 'kind:request,tool-started ', caret: 26 });
    expect(taken('agent:"sam', '"Sample agent"')).toEqual({ source: 'agent:"Sample agent" ', caret: 21 });
  });

  it('takes a word inside quotes for text', () => {
    expect(inserts('"kind:')).toEqual([]);
  });
});
