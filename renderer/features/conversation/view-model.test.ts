import { describe, expect, it } from 'vitest';
import type { AgentTurn, Block, Turn } from '../../../shared/a2a/reduce/conversation.ts';
import {
  blocksOf,
  cardOfSeq,
  cutReason,
  headState,
  lastTurns,
  questionTitle,
  stampOf,
  unheard,
  waitText,
} from './view-model.ts';

const place = (seq: number, lastSeq = seq) => ({ key: `k${seq}`, seq, lastSeq, at: seq });
const thinking: Block = { ...place(2, 9), kind: 'thinking', text: 'hm', duration: 1, frames: 2, cut: false };
const tool: Block = {
  ...place(4, 6),
  kind: 'tool',
  id: 'x',
  name: 'ls',
  inputText: '',
  inputLength: 0,
  status: 'running',
  cut: false,
};
const state: Block = { ...place(12), kind: 'state', state: 'TASK_STATE_INPUT_REQUIRED' };
const question: Block = { ...place(11), kind: 'question', asks: 'input', state: 'open', text: ' ', parts: [] };
const broken: Block = { ...place(13), kind: 'error', source: 'transport', message: 'socket hang up' };

const turn = (blocks: Block[], change: Partial<AgentTurn> = {}): AgentTurn => ({
  kind: 'agent',
  key: 'a1',
  seq: 1,
  at: 1,
  exchange: 1,
  blocks,
  live: false,
  cut: false,
  ...change,
});
const both = { tools: true, thinking: true };

describe('blocksOf', () => {
  it('hides what the toggles say, but never a tool that waits for the person', () => {
    const blocks = [thinking, tool, { ...tool, key: 'w', status: 'waiting' as const }];
    const kinds = (shown: typeof both) => blocksOf(turn(blocks), shown).map((block) => block.key);
    expect(kinds(both)).toEqual(['k2', 'k4', 'w']);
    expect(kinds({ tools: false, thinking: false })).toEqual(['w']);
  });

  it('says once that the person is asked and once that the stream was cut', () => {
    expect(blocksOf(turn([question, state]), both)).toEqual([question]);
    expect(blocksOf(turn([state]), both)).toEqual([state]);
    const cut = turn([tool, broken], { cut: true });
    expect(blocksOf(cut, both)).toEqual([tool]);
    expect(cutReason(cut)).toBe('socket hang up');
    expect(blocksOf(turn([broken]), both)).toEqual([broken]);
  });
});

describe('unheard', () => {
  it('tells a broken stream from one that nobody listens to', () => {
    const of = (change: Partial<AgentTurn>) => unheard(turn([], change));
    expect(of({ cut: true, state: 'TASK_STATE_WORKING' })).toBe('cut');
    expect(of({ state: 'TASK_STATE_WORKING' })).toBe('left');
    expect(of({ state: 'TASK_STATE_WORKING', live: true })).toBeUndefined();
    expect(of({ state: 'TASK_STATE_COMPLETED' })).toBeUndefined();
    expect(of({})).toBeUndefined();
  });
});

describe('cardOfSeq', () => {
  const turns: Turn[] = [
    { kind: 'user', key: 'u1', seq: 1, at: 0, exchange: 1, text: '', parts: [] },
    turn([thinking, tool, question]),
  ];
  it('finds the narrowest card that holds the row', () => {
    expect([1, 3, 5, 9, 11, 10, 99].map((seq) => cardOfSeq(turns, seq))).toEqual([
      'u1',
      'k2',
      'k4',
      'k2',
      'k11',
      undefined,
      undefined,
    ]);
    expect(cardOfSeq(turns, undefined)).toBeUndefined();
  });
});

describe('stamps', () => {
  it('change with what a card shows', () => {
    const block = { ...tool };
    const before = stampOf(block);
    block.status = 'completed';
    expect(stampOf(block)).not.toBe(before);
    const asked = { ...question };
    const open = stampOf(asked);
    asked.state = 'answered';
    expect(stampOf(asked)).not.toBe(open);
  });
});

describe('headState', () => {
  it('says the state only while nothing else does', () => {
    const waiting = 'TASK_STATE_INPUT_REQUIRED';
    expect(headState(turn([state], { live: true, state: waiting }))).toBe(waiting);
    expect(headState(turn([question, state], { state: waiting }))).toBe(waiting);
    expect(headState(turn([{ ...question, state: 'answered' }, state], { state: waiting }))).toBeUndefined();
    expect(headState(turn([tool], { state: 'TASK_STATE_WORKING' }))).toBe('TASK_STATE_WORKING');
  });
});

describe('words', () => {
  it('counts waiting in minutes and seconds', () => {
    expect([-5, 8_400, 751_000].map(waitText)).toEqual(['0:00', '0:08', '12:31']);
  });
  it('calls a question without words the person’s turn', () => {
    expect(questionTitle(question as never)).toBe('yourTurn');
    expect(questionTitle({ ...question, text: 'Where?' } as never)).toBe('input');
    expect(questionTitle({ ...question, asks: 'auth' } as never)).toBe('auth');
  });
  it('knows the last turn of each task', () => {
    const first = turn([], { key: '1', task: 't' });
    const second = turn([], { key: '2', task: 't' });
    const other = turn([], { key: '3' });
    expect([...lastTurns([first, second, other])]).toEqual([second, other]);
  });
});
