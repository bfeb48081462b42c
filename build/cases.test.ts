import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fill, fillAll, findCases } from '../e2e/cases/case-file.ts';
import { type Check, differences, type Run, runTable } from '../e2e/cases/checks/check.ts';
import { comparedSteps, outcomeOf } from '../e2e/cases/checks/outcome.ts';
import { REQUEST_CHECKS } from '../e2e/cases/checks/requests.ts';
import type { LoggedRequest } from '../e2e/cases/fake-agent.ts';

const places = { origin: 'http://h:10', originB: 'http://h:11', originPlain: 'http://h:11', port: 10 };
const folder = mkdtempSync(join(tmpdir(), 'loupe-cases-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('case files', () => {
  it('have their placeholders filled, unknown ones left alone', () => {
    expect(fill('{{ORIGIN}}/{{PORT_CLOSED}} {{RPC_ID}} {{PAD:3}} {{OTHER}}', places)).toBe(
      'http://h:10/19 1 xxx {{OTHER}}',
    );
    expect(fillAll({ a: ['{{PORT_B}}', 1] }, places)).toEqual({ a: ['11', 1] });
  });

  it('are found in a folder of cases and by themselves', () => {
    for (const id of ['b', 'a']) {
      mkdirSync(join(folder, id));
      writeFileSync(join(folder, id, 'case.json'), JSON.stringify({ id, kind: 'rpc' }));
    }
    mkdirSync(join(folder, 'other'));
    expect(findCases([folder]).map(({ file }) => file.id)).toEqual(['a', 'b']);
    expect(findCases([join(folder, 'b')]).map(({ file }) => file.id)).toEqual(['b']);
  });
});

describe('comparing', () => {
  it('looks at listed members only, and at lists in full length', () => {
    expect(differences('x', { a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }], d: 3 })).toEqual([]);
    expect(differences('x', { a: [{ b: 1 }] }, { a: [{ b: 2 }, {}] })).toHaveLength(1);
    expect(differences('x', [{ b: 1 }], [{ b: 2 }])).toEqual(['x[0].b: expected 1, got 2']);
    expect(differences('x', {}, undefined)).toHaveLength(1);
  });

  it('lists what has no check, or a check that cannot say', async () => {
    const table: Record<string, Check> = { known: () => ['differs'], blind: () => undefined };
    const result = await runTable(table, { known: 1, blind: 1, other: 1, constructor: 1 }, {} as Run, 'p.');
    expect(result).toEqual({ found: ['differs'], unchecked: ['p.blind', 'p.other', 'p.constructor'] });
  });

  it('keeps a warning of an earlier step, and an error whatever follows', () => {
    const steps = (...outcomes: string[]) => outcomes.map((outcome) => ({ outcome: { outcome } })) as never;
    expect(outcomeOf(steps('warn', 'ok'))).toBe('warn');
    expect(outcomeOf(steps('warn', 'complete'))).toBe('complete');
    expect(outcomeOf(steps('error', 'ok'))).toBe('error');
    expect(outcomeOf([])).toBeUndefined();
  });

  it('ends at the question where the question is what is expected', () => {
    const steps = ['connect', 'stream', 'reply'].map((name) => ({ step: { do: name } }));
    const run = (outcome: string) => ({ played: { steps }, file: { expect: { outcome } } }) as unknown as Run;
    expect(comparedSteps(run('paused'))).toHaveLength(2);
    expect(comparedSteps(run('complete'))).toHaveLength(3);
  });
});

describe('requests', () => {
  const request = (change: Partial<LoggedRequest>): LoggedRequest => ({
    listener: 'a',
    method: 'POST',
    target: '/',
    path: '/',
    headers: [['A2A-Version', '1.0']],
    body: '{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"pageToken":"x"}}',
    route: 0,
    t: 0,
    ...change,
  });
  const log = [request({ method: 'GET', path: '/card', body: '', headers: [] }), request({})];
  const check = (key: string, wanted: unknown) => REQUEST_CHECKS[key]?.(wanted as never, { log } as unknown as Run);

  it.each([
    ['sequence', [['GET', '/card']], [['POST', '/']]],
    ['first', ['GET', '/card'], ['POST', '/']],
    ['must', [['POST', '/']], [['POST', '/x']]],
    ['must_not', [['POST', '/x']], [['POST', '/']]],
    ['max', { 'POST /': 1 }, { 'POST /': 0 }],
    ['rpc_methods', ['SendMessage'], ['SendMessage', 'GetTask']],
    ['must_not_rpc', ['GetTask'], ['SendMessage']],
    ['max_rpc', { SendMessage: 1 }, { SendMessage: 0 }],
    ['min_rpc', { SendMessage: 1 }, { SendMessage: 2 }],
    ['headers', { 'a2a-version': '1.0' }, { 'a2a-version': '0.3' }],
    ['headers_contain', { 'a2a-version': ['1', '.0'] }, { 'a2a-version': '2' }],
    ['no_header', ['origin'], ['a2a-version']],
    ['no_method', ['OPTIONS'], ['GET']],
    ['must_not_send_header', [{ listener: 'b', header: 'a2a-version' }], [{ listener: 'a', header: 'a2a-version' }]],
    ['max_listener', { b: 0 }, { a: 1 }],
    ['params_must_not_contain', ['cursor'], ['pageToken']],
    ['body_must_not_contain', ['secret'], ['jsonrpc']],
  ])('%s', (key, good, bad) => {
    expect(check(key, good)).toEqual([]);
    expect(check(key, bad)).not.toEqual([]);
  });

  it('with a header that every request should have', () => {
    expect(check('every_request_header', { 'a2a-version': '1.0' })).toHaveLength(1);
  });
});
