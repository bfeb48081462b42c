import { describe, expect, it } from 'vitest';
import type { Row } from '../../../shared/model/row.ts';
import { durationText, faceOf, gapText, rowName } from './present.ts';

const row = (change: Partial<Row>): Row => ({
  seq: 1,
  at: 1_250,
  lane: 'status',
  kind: 'status',
  exchange: 1,
  agent: 'a',
  text: '',
  size: 1,
  ...change,
});
const face = (change: Partial<Row>) => faceOf({ kind: 'row', row: row(change) }, false);

describe('row faces', () => {
  it('puts the name of a tool or an artifact first and does not say it twice', () => {
    expect(face({ kind: 'tool-input', lane: 'tool', name: 'write_file', text: 'path vpc.yml' })).toMatchObject({
      name: 'write_file',
      text: 'path vpc.yml',
    });
    expect(
      face({ kind: 'artifact', lane: 'artifact', artifact: { id: 'x', name: 'vpc.yml' }, text: 'vpc.yml · text/yaml' }),
    ).toMatchObject({ name: 'vpc.yml', text: 'text/yaml' });
  });

  it('says what a delivery carries, how late it is, and who vouches for it', () => {
    const delivery = { verified: false, fault: 'token' as const, after: 31 };
    const said = row({ kind: 'delivery', lane: 'push', name: 'status', delivery });
    expect(faceOf({ kind: 'row', row: said }, false)).toMatchObject({ text: 'Status', look: 'faint' });
    expect(durationText({ kind: 'row', row: said })).toBe('+31 ms');
    expect(rowName(faceOf({ kind: 'row', row: said }, false), said, 0)).toContain('Unverified');
    expect(face({ kind: 'delivery', lane: 'push' }).text).toBe('no content');
  });

  it('marks the state only where the row is about it', () => {
    expect(face({ state: 'TASK_STATE_WORKING' }).state).toBe('TASK_STATE_WORKING');
    expect(face({ kind: 'text', state: 'TASK_STATE_WORKING', text: 'Hi' }).state).toBeUndefined();
  });

  it('spells usage out and sums lengths that stand in for text', () => {
    expect(face({ kind: 'usage', text: '1284 + 96 = 1380 · model' }).text).toContain('in');
    const item = { kind: 'fold' as const, row: row({ kind: 'tool-input-delta', text: '+12' }) };
    const fold = { count: 2, text: '+12+30', size: 0, duration: 0, open: false, findings: 0 };
    expect(faceOf({ ...item, fold }, false).text).toContain('42');
  });

  it('makes bidi and control characters of an agent visible', () => {
    expect(face({ kind: 'text', text: 'a\u202eb\nc' }).text).toBe('a\\u202eb\u2009↵\u2009c');
  });

  it('calls the end of a stream by its name and its cause', () => {
    const end = row({ kind: 'end', lane: 'error', name: 'cut', text: 'socket hang up' });
    expect(faceOf({ kind: 'row', row: end }, true)).toMatchObject({ icon: 'arrow-left' });
    expect(faceOf({ kind: 'row', row: end }, true).text).toContain('socket hang up');
  });

  it('tells the steps of a broken stream and where events may be missing', () => {
    const step = { phase: 'waiting', attempt: 2, of: 6, inMs: 2_000, cause: 'cut' } as const;
    const note = { kind: 'note', name: 'reconnect', text: 'of the log' } as const;
    expect(face({ ...note, reconnect: step }).text).toBe('in 2 s, attempt 2 of 6');
    expect(face({ ...note, reconnect: { ...step, phase: 'gave-up', cause: 'stopped' } }).text).toContain('You stopped');
    expect(face(note).text).toBe('of the log');
    const gap = row({ kind: 'note', name: 'gap', at: 6_300, duration: 1_086 });
    expect(faceOf({ kind: 'row', row: gap }, false, 1_000).text).toMatch(/may be missing.* 4\.214 s .* 5\.300 s/);
    const compared = { kind: 'note', name: 'reconciled' } as const;
    expect(face(compared).text).toContain('nothing');
    expect(face({ ...compared, marks: { findings: 2, severity: 'warning' } }).text).toContain('2 things');
  });

  it('names a row by kind, summary, state and time', () => {
    const done = row({ state: 'TASK_STATE_COMPLETED', text: 'All done' });
    expect(rowName(faceOf({ kind: 'row', row: done }, false), done, 1_000)).toBe(
      'Status, All done, Completed, 0.250 s',
    );
  });

  it('writes gaps in ms up to a second', () => {
    expect([undefined, 0, 41.4, 999, 8_300].map(gapText)).toEqual(['', '+0', '+41', '+999', '+8.3 s']);
  });
});
