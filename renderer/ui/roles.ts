/** Roles of parts that hold no focus of their own, see `Box`. */
export const CELL = { role: 'gridcell' } as const;
export const COLUMN = { role: 'columnheader' } as const;
