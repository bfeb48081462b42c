import type { JsonPath } from './json-path.ts';

/** Kinds of section a lens file can name. */
export const KINDS = ['tool', 'thinking', 'text', 'usage', 'error', 'report'] as const;
export type UserKind = (typeof KINDS)[number];

export const STATES = ['started', 'input', 'progress', 'completed', 'failed'] as const;
export type UserState = (typeof STATES)[number];

/** One word for every item, or a place where it stands and what the words found there mean. */
export type Choice<T extends string> =
  | { word: T }
  | {
      path: JsonPath;
      /** Without an entry a word stands for itself. */
      words: ReadonlyMap<string, T>;
    };

/** A number or a word at a place each, or a place of an object with members of the usual names. */
export type UsagePaths = Partial<Record<UsageField, JsonPath>> | JsonPath;

export const USAGE_FIELDS = ['input', 'output', 'total', 'cached', 'model', 'provider'] as const;
export type UsageField = (typeof USAGE_FIELDS)[number];

/** Fields of a lens file that are a place and nothing more. */
export const VALUE_FIELDS = ['id', 'name', 'arguments', 'result', 'text'] as const;
export type ValueField = (typeof VALUE_FIELDS)[number];

/** A lens file as it was understood. */
export interface LensSpec {
  name: string;
  match: { path: JsonPath; equals?: string | number | boolean };
  /** Each value found here is one item; without it the event is the only one. */
  items?: JsonPath;
  kind: Choice<UserKind>;
  state?: Choice<UserState>;
  values: Partial<Record<ValueField, JsonPath>>;
  usage?: UsagePaths;
}

export const isPath = (value: object): value is JsonPath => 'root' in value && 'steps' in value;
