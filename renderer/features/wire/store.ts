import { createStore, useStore } from 'zustand';
import type { Exchange, ExchangeKind, FrameKind } from './view-model.ts';

export const VIEWS = ['frames', 'text', 'request', 'hex'] as const;
/** `headers` stands beside the others only where there is no room for a column of its own. */
export type WireView = (typeof VIEWS)[number] | 'headers';

/** What the person has set up in the console; lives as long as the page. */
export interface WireState {
  session: string;
  view: WireView;
  filter: string;
  hiddenKinds: ReadonlySet<ExchangeKind>;
  hiddenFrames: ReadonlySet<FrameKind>;
  pinned: ReadonlySet<number>;
  /** Ended exchanges up to this number are hidden. */
  clearedUpTo: number;
  /** Exchange chosen in the list, and the row that was selected then: another selection takes over. */
  chosen?: { exchange: number; seq: number | undefined };
}

const fresh = (session: string) => ({ session, pinned: new Set<number>(), clearedUpTo: 0, chosen: undefined });

export const wireStore = createStore<WireState>(() => ({
  ...fresh(''),
  view: 'frames',
  filter: '',
  hiddenKinds: new Set(),
  hiddenFrames: new Set(),
}));

export const useWire = <T>(pick: (state: WireState) => T): T => useStore(wireStore, pick);

export const changeWire = (change: Partial<WireState>): void => wireStore.setState(change);

/** Numbers of exchanges mean something within one session only. */
export function enterSession(session: string): void {
  if (wireStore.getState().session !== session) wireStore.setState(fresh(session));
}

/** The same set with one member more or less. */
export function toggled<T>(set: ReadonlySet<T>, member: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(member)) next.add(member);
  return next;
}

/** What still runs stays in sight. */
export const isCleared = (exchange: Exchange, { clearedUpTo }: WireState): boolean =>
  exchange.number <= clearedUpTo && exchange.cause !== undefined;

/** Chooses an exchange without selecting one of its events; `seq` is what is selected now. */
export const chooseExchange = (exchange: number, seq: number | undefined): void =>
  changeWire({ chosen: { exchange, seq } });

export const togglePin = (exchange: number): void =>
  wireStore.setState(({ pinned }) => ({ pinned: toggled(pinned, exchange) }));
