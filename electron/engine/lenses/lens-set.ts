import { createLenses, type Lenses } from '../../../shared/lenses/index.ts';

/** The lenses of a moment. Rows that were made with another version say something else. */
export interface LensSet {
  version: number;
  lenses: Lenses;
}

/** The lenses Loupe brings along. */
export const BUILT_IN_LENSES: LensSet = { version: 0, lenses: createLenses() };
