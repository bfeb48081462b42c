import { describe, expect, it } from 'vitest';
import { placeToStart } from './place-memory.ts';

const agents = [{ id: 'a' }, { id: 'b' }];
const task = { kind: 'task', agent: 'b', task: 't' };

describe('place at start', () => {
  it('returns to the very place within the same session', () => {
    expect(placeToStart({ session: 's', place: task, agent: 'b' }, 's', agents)).toEqual({ place: task, agent: 'b' });
  });

  it('falls back to the agent when the session is another one', () => {
    expect(placeToStart({ session: 'old', place: task, agent: 'b' }, 's', agents).place).toEqual({
      kind: 'agent',
      agent: 'b',
    });
  });

  it('shows the start page without agents, and the first agent without memory', () => {
    expect(placeToStart({ session: 's', place: task, agent: 'b' }, 's', []).place).toEqual({ kind: 'start' });
    expect(placeToStart(undefined, 's', agents).place).toEqual({ kind: 'agent', agent: 'a' });
  });

  it('trusts nothing of a wrong shape', () => {
    for (const kept of [1, {}, { session: 's', place: { kind: 'task' } }, { session: 's', place: { kind: 'moon' } }])
      expect(placeToStart(kept, 's', agents).place).toEqual({ kind: 'agent', agent: 'a' });
    expect(placeToStart({ session: 's', place: { kind: 'agent', agent: 'gone' } }, 's', agents).place).toEqual({
      kind: 'agent',
      agent: 'a',
    });
  });
});
