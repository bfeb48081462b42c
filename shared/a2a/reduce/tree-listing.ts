import type { TaskState } from '../../model/task.ts';
import type { ListTasksResponse } from '../dialects/dialect.ts';

/** Tasks asked for at once; the server may give fewer (1.0 §3.1.4 allows 1 to 100). */
export const LIST_PAGE_SIZE = 50;
/** Messages per task unless the person chose: the first of them names the task in the tree. */
export const LIST_HISTORY_LENGTH = 4;

/** Which tasks are asked for, and how much of each. */
export interface ListCriteria {
  context?: string;
  state?: TaskState;
  /** RFC 3339: tasks whose status changed then or later. */
  since?: string;
  artifacts?: boolean;
  history?: number;
}

/** What does not fit together in a server's pages. */
export type ListingProblem =
  /** It listed more tasks than it says there are. */
  | 'total-too-small'
  /** It came to the last page with fewer tasks than it says there are. */
  | 'total-too-large'
  /** The next page is one that was asked for already. */
  | 'token-repeats';

/** The pages of one list, put together. */
export interface Listing {
  ids: ReadonlySet<string>;
  pages: number;
  total?: number;
  /** Token of the next page; absent after the last one. */
  next?: string;
  /** Tasks that came on more than one page. */
  repeated: number;
  /** The last page was read. */
  complete: boolean;
  problem?: ListingProblem;
  /** Tokens that were given out, so that a circle is seen. */
  tokens: ReadonlySet<string>;
}

export const NO_LISTING: Listing = { ids: new Set(), pages: 0, repeated: 0, complete: false, tokens: new Set() };

/** The request for the next page, or the first one. */
export const listRequest = (criteria: ListCriteria, pageToken?: string): Record<string, unknown> => ({
  ...(criteria.context && { contextId: criteria.context }),
  ...(criteria.state && { status: criteria.state }),
  pageSize: LIST_PAGE_SIZE,
  ...(pageToken && { pageToken }),
  historyLength: criteria.history ?? LIST_HISTORY_LENGTH,
  ...(criteria.since && { statusTimestampAfter: criteria.since }),
  ...(criteria.artifacts && { includeArtifacts: true }),
});

/** Whether every task is asked for, so that one that is left out is gone. */
export const asksForAll = ({ context, state, since }: ListCriteria): boolean => !context && !state && !since;

/** The list with one more page. Tasks that move between two questions come twice and count once. */
export function takePage(listing: Listing, page: ListTasksResponse): Listing {
  const ids = new Set(listing.ids);
  let { repeated } = listing;
  for (const { id } of page.tasks) {
    if (ids.has(id)) repeated++;
    ids.add(id);
  }
  const token = page.nextPageToken || undefined;
  const circle = token !== undefined && listing.tokens.has(token);
  const total = isCount(page.totalSize) ? page.totalSize : listing.total;
  const complete = token === undefined;
  const tokens = token === undefined ? listing.tokens : new Set([...listing.tokens, token]);
  const next: Listing = { ids, pages: listing.pages + 1, repeated, complete, tokens };
  if (total !== undefined) next.total = total;
  if (token !== undefined && !circle) next.next = token;
  const problem = circle ? 'token-repeats' : problemOf(ids.size, total, complete);
  if (problem !== undefined) next.problem = problem;
  return next;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

function problemOf(listed: number, total: number | undefined, complete: boolean): ListingProblem | undefined {
  if (total === undefined) return undefined;
  if (listed > total) return 'total-too-small';
  return complete && listed < total ? 'total-too-large' : undefined;
}

/** How many tasks lie on later pages; undefined when the server does not say, or says what cannot be. */
export function remaining({ ids, total, complete }: Listing): number | undefined {
  if (complete) return 0;
  return total === undefined || total <= ids.size ? undefined : total - ids.size;
}
