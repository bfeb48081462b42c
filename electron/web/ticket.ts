import { createToken } from './token.ts';

/** A browser that was started now has asked within this time, ms. */
const TICKET_MS = 60_000;

export interface Ticket {
  /** A code that works once, for a short time; an earlier one is void. */
  issue(): string;
  /** Uses up the code when `matches` says it is the one. */
  take(matches: (code: string) => boolean): boolean;
}

/** One-time codes: the list of running commands shows a browser's address to every user of the machine. */
export function createTicket(now: () => number = Date.now): Ticket {
  let current: { code: string; until: number } | undefined;
  return {
    issue() {
      current = { code: createToken(), until: now() + TICKET_MS };
      return current.code;
    },
    take(matches) {
      if (!current || now() > current.until || !matches(current.code)) return false;
      current = undefined;
      return true;
    },
  };
}
