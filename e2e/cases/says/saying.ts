import type { Differences, Run } from '../checks/check.ts';

/** Looks whether one statement of a case holds. */
export type Saying = (run: Run) => Differences | Promise<Differences>;

/** By case, then by the statement's own words: a statement that was reworded is unchecked until somebody looks at it. */
export type Sayings = Readonly<Record<string, Readonly<Record<string, Saying>>>>;

/** No difference when it holds. */
export const holds = (fits: boolean, otherwise: string): Differences => (fits ? [] : [otherwise]);
