import type { Turn } from '../../../shared/a2a/reduce/conversation.ts';

/** Cards kept on the page at the tail. An agent may send ten thousand messages in one answer. */
export const CARDS_SHOWN = 300;
/** Cards on the page at once when many come in one draw; further ones above them follow in slices of as many. */
export const CARDS_SLICE = 40;
/** Cards on the page while it does not follow; what comes after waits for the person. */
export const CARDS_LIMIT = 1_500;

/** A turn, and which of its blocks are on the page. */
export interface TurnSlice {
  turn: Turn;
  from: number;
  to: number;
}

/** A turn counts at least one card: its head. */
const cardsOf = (turn: Turn): number => (turn.kind === 'user' ? 1 : Math.max(1, turn.blocks.length));

export function countCards(turns: readonly Turn[]): number {
  let count = 0;
  for (const turn of turns) count += cardsOf(turn);
  return count;
}

/** The turns that have cards among the `count` ones from `first` on. */
export function sliceTurns(turns: readonly Turn[], first: number, count: number): TurnSlice[] {
  const slices: TurnSlice[] = [];
  let at = 0;
  for (const turn of turns) {
    const cards = cardsOf(turn);
    const from = Math.max(0, first - at);
    const to = Math.min(cards, first + count - at);
    at += cards;
    if (from < to) slices.push({ turn, from, to });
  }
  return slices;
}

/** Position of a card among all; -1 when there is none with this key. */
export function positionOfCard(turns: readonly Turn[], key: string): number {
  let at = 0;
  for (const turn of turns) {
    if (turn.kind === 'user') {
      if (turn.key === key) return at;
    } else {
      const index = turn.blocks.findIndex((block) => block.key === key);
      if (index >= 0) return at + index;
    }
    at += cardsOf(turn);
  }
  return -1;
}

/** Cards that the page may hold next: few when many have come, one slice more while it keeps up. */
export const nextRoom = (room: number, come: number): number =>
  come > CARDS_SLICE ? CARDS_SLICE : Math.min(CARDS_SHOWN, room + CARDS_SLICE);

/**
 * Where the window has to begin now, given where it began and how many cards it may hold. While it follows it lets go of
 * cards a third of its room at a time.
 */
export function nextFirst(first: number, total: number, following: boolean, room: number): number {
  if (first > 0 && first >= total) return Math.max(0, total - room);
  if (!following) return first;
  const held = total - first;
  return held > room + room / 3 || held < room ? Math.max(0, total - room) : first;
}

/** Where the window has to begin so that a position is inside; the same when it is. */
export function firstToShow(first: number, position: number): number {
  if (position < first || position >= first + CARDS_LIMIT) return Math.max(0, position - Math.floor(CARDS_SHOWN / 2));
  return first;
}
