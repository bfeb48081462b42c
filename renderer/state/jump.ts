import { createStore } from 'zustand';
import { showWire } from './layout.ts';
import { sessionLog } from './log.ts';
import { selectRow } from './selection.ts';

/** What a copy or an export had to say. */
export interface WireNotice {
  tone: 'note' | 'trouble';
  text: string;
}

interface WireWishes {
  /** Row whose bytes somebody wants to see. The console grants the wish when it is on screen. */
  jump?: number;
  notice?: WireNotice;
}

export const wireWishes = createStore<WireWishes>(() => ({}));

/** Opens the wire console at the bytes of a row. */
export function showInWire(seq: number): void {
  selectRow(seq);
  showWire(true);
  wireWishes.setState({ jump: seq });
}

/** Opens the wire console at an exchange of the session on screen. False: there is none. */
export function showExchange(exchange: number): boolean {
  const row = sessionLog().rows.find((one) => one.exchange === exchange);
  if (row) showInWire(row.seq);
  return row !== undefined;
}

/** Takes the wish, so that it is granted once. */
export function takeJump(): number | undefined {
  const { jump } = wireWishes.getState();
  if (jump !== undefined) wireWishes.setState({ jump: undefined });
  return jump;
}

/** Shows a line at the top of the open console; undefined takes the last one away. */
export const noteInWire = (notice: WireNotice | undefined): void => wireWishes.setState({ notice });
