import type { FilterKey } from './keys.ts';

/** One of several values of a part, any of which will do. */
export type FilterValue =
  | { kind: 'word'; text: string }
  /** Numbers in the key's base unit; an absent end is open. */
  | { kind: 'range'; text: string; bounds: Bounds };

/** Which numbers belong to a range. Of each end one of the two is there at most. */
export interface Bounds {
  /** From this number on. */
  from?: number;
  /** Above this number. */
  above?: number;
  /** Up to this number. */
  to?: number;
  /** Below this number. */
  below?: number;
}

/** One condition of a filter; a row has to meet all of them. */
export interface FilterPart {
  /** Where it stands in the source: from this character, up to the one before `to`. */
  from: number;
  to: number;
  negated: boolean;
  /** Absent for words that are looked for in the text. */
  key?: FilterKey;
  /** Never empty. */
  values: FilterValue[];
}

export type FilterIssueCode =
  | 'unknown-key'
  | 'unknown-value'
  | 'no-value'
  | 'bad-time'
  | 'bad-size'
  | 'bad-number'
  | 'bad-range';

/** Something that is not understood. The rest of the filter still filters. */
export interface FilterIssue {
  code: FilterIssueCode;
  from: number;
  to: number;
  /** The key as written. */
  key: string;
  /** The value as written; empty when the key is what is wrong. */
  value: string;
  /** What may have been meant. */
  suggestion?: string;
}

export interface Filter {
  /** As typed. */
  source: string;
  parts: FilterPart[];
  issues: FilterIssue[];
}
