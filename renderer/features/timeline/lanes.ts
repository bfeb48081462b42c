import { LANES, type Lane } from '../../../shared/model/row.ts';

/** Rows per lane, all zero. */
export const noLanes = (): Record<Lane, number> =>
  Object.fromEntries(LANES.map((lane) => [lane, 0])) as Record<Lane, number>;
