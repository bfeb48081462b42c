import { describe, expect, it } from 'vitest';
import type { AgentOptions, DoctorStep, DoctorVerdict, DoctorView } from '../../../shared/contract/views.ts';
import { draftOf, isSame, optionsOf, worthSaying } from './draft.ts';
import { complaints, firstToMend, opensByItself, summaryOf } from './view-model.ts';

const report = (verdicts: DoctorVerdict[], state: DoctorView['state'] = 'done'): DoctorView => ({
  agent: 'a',
  state,
  started: '2026-01-01T00:00:00.000Z',
  steps: verdicts.map(
    (verdict, index): DoctorStep => ({
      id: (['address', 'proxy', 'dns', 'tcp'] as const)[index] ?? 'call',
      verdict,
      message: '',
      facts: [{ kind: 'text', name: 'host', value: 'h' }],
    }),
  ),
});

describe('a report', () => {
  it.each([
    [report(['ok', 'skipped']), 'ok', 0],
    [report(['ok', 'warning', 'ok']), 'warning', 1],
    [report(['warning', 'failed', 'skipped']), 'failed', 2],
    [report(['ok', 'running', 'waiting'], 'running'), 'running', 0],
    [report(['ok', 'skipped'], 'stopped'), 'stopped', 0],
  ] as const)('comes to one word and a number', (view, summary, count) => {
    expect(summaryOf(view)).toBe(summary);
    expect(complaints(view)).toBe(count);
  });

  it('opens the evidence of what to mend first, once the run is over', () => {
    const view = report(['warning', 'failed', 'failed']);
    expect(firstToMend(view)?.id).toBe('proxy');
    expect(view.steps.map((step) => opensByItself(step, view))).toEqual([false, true, false]);
    const running = report(['failed'], 'running');
    expect(running.steps.map((step) => opensByItself(step, running))).toEqual([false]);
  });
});

describe('the form', () => {
  const full: AgentOptions = {
    version: '0.3',
    binding: 'GRPC',
    endpoint: 'https://a.example',
    tenant: 't',
    extensions: ['urn:e'],
    headers: [['X-A', 'b']],
    tls: { ca: 'C', cert: 'c', key: 'k', passphrase: 'p', allowSelfSigned: true },
    proxy: { use: 'url', url: 'http://p:1' },
  };

  it.each([
    [{}],
    [full],
    [{ tls: { pfx: 'cA==', passphrase: 'p' }, proxy: { use: 'none' } }],
    [{ proxy: { use: 'system' } }],
  ] as [AgentOptions][])('gives back what it was given', (options) => {
    expect(optionsOf(draftOf(options), options)).toEqual(options);
    expect(isSame(draftOf(options), options)).toBe(true);
  });

  it('leaves out what was emptied and keeps what it does not show', () => {
    const emptied = {
      ...draftOf({}),
      headers: [
        ['', ''],
        [' X ', 'y'],
      ] as [string, string][],
      endpoint: '  ',
    };
    expect(optionsOf(emptied, full)).toEqual({ extensions: ['urn:e'], headers: [['X', 'y']] });
    expect(isSame(emptied, full)).toBe(false);
  });

  it('does not call a field wrong before it is filled in', () => {
    const draft = { ...draftOf({}), client: 'pem' as const, cert: 'c' };
    const problems = (['key', 'passphrase', 'cert', 'proxy'] as const).map((field) => ({ field, message: 'm' }));
    expect(worthSaying(problems, draft).map(({ field }) => field)).toEqual(['passphrase', 'cert']);
  });

  it('forgets the other kind of client certificate', () => {
    const draft = { ...draftOf(full), client: 'pfx' as const, pfx: 'cA==' };
    expect(optionsOf(draft, full).tls).toEqual({ ca: 'C', pfx: 'cA==', passphrase: 'p', allowSelfSigned: true });
    expect(optionsOf({ ...draft, client: 'none' }, full).tls).toEqual({ ca: 'C', allowSelfSigned: true });
  });
});
