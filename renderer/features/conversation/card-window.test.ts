import { describe, expect, it } from 'vitest';
import type { Block, Turn } from '../../../shared/a2a/reduce/conversation.ts';
import {
  CARDS_LIMIT,
  CARDS_SHOWN,
  CARDS_SLICE,
  countCards,
  firstToShow,
  nextFirst,
  nextRoom,
  positionOfCard,
  sliceTurns,
} from './card-window.ts';

const user = (key: string): Turn => ({ kind: 'user', key, seq: 1, at: 0, exchange: 1, text: '', parts: [] });
const agent = (key: string, count: number): Turn => ({
  kind: 'agent',
  key,
  seq: 1,
  at: 0,
  exchange: 1,
  live: false,
  cut: false,
  blocks: Array.from(
    { length: count },
    (_, index): Block => ({ kind: 'state', key: `${key}.${index}`, seq: 1, lastSeq: 1, at: 0, state: 's' }),
  ),
});
const turns = [user('u1'), agent('a1', 5), user('u2'), agent('a2', 0), agent('a3', 3)];

describe('card window', () => {
  it('cuts turns at both ends and keeps the heads of silent ones', () => {
    expect(countCards(turns)).toBe(11);
    const slices = (first: number, count: number) =>
      sliceTurns(turns, first, count).map(({ turn, from, to }) => [turn.key, from, to]);
    expect(slices(0, 99)).toEqual([
      ['u1', 0, 1],
      ['a1', 0, 5],
      ['u2', 0, 1],
      ['a2', 0, 1],
      ['a3', 0, 3],
    ]);
    expect(slices(4, 5)).toEqual([
      ['a1', 3, 5],
      ['u2', 0, 1],
      ['a2', 0, 1],
      ['a3', 0, 1],
    ]);
    expect(slices(20, 5)).toEqual([]);
  });

  it('finds cards', () => {
    expect(['u1', 'a1.4', 'u2', 'a3.0', 'x'].map((key) => positionOfCard(turns, key))).toEqual([0, 5, 6, 8, -1]);
  });

  it('slides in steps while following, and stays where somebody reads', () => {
    expect(nextFirst(0, 400, true, 300)).toBe(0);
    expect(nextFirst(0, 401, true, 300)).toBe(101);
    expect(nextFirst(100, 9_000, false, 300)).toBe(100);
    expect(nextFirst(500, 80, false, 300)).toBe(0);
  });

  it('shrinks in a burst, and takes back what it let go of in slices', () => {
    let room = nextRoom(CARDS_SHOWN, CARDS_SLICE + 1);
    expect(room).toBe(CARDS_SLICE);
    let first = nextFirst(0, 1_000, true, room);
    expect(first).toBe(1_000 - CARDS_SLICE);
    const firsts: number[] = [];
    while (room < CARDS_SHOWN) {
      room = nextRoom(room, 0);
      first = nextFirst(first, 1_000, true, room);
      firsts.push(1_000 - first);
    }
    expect(firsts.slice(0, 2)).toEqual([2 * CARDS_SLICE, 3 * CARDS_SLICE]);
    expect(firsts.at(-1)).toBe(CARDS_SHOWN);
    expect(nextFirst(first, 1_000, false, CARDS_SLICE)).toBe(first);
  });

  it('moves to a card that is outside', () => {
    expect(firstToShow(500, 600)).toBe(500);
    expect(firstToShow(500, 10)).toBe(0);
    expect(firstToShow(500, 500 + CARDS_LIMIT)).toBe(500 + CARDS_LIMIT - CARDS_SHOWN / 2);
  });
});
