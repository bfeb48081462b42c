import type { Row } from '../../model/row.ts';
import type { Filter, FilterPart } from './filter.ts';
import { CONDITIONS, type Condition, type FilterKey } from './keys.ts';
import { within } from './quantity.ts';
import { isCut, stateOf, stateWord } from './row-facts.ts';

export type Matcher = (row: Row) => boolean;

/** What rows do not say themselves. */
export interface FilterFacts {
  /** Identifier and title of the session the rows belong to. */
  session?: readonly string[];
  agentName?(agent: string): string | undefined;
  /** The span has no end in this session. */
  isOpen?(span: string): boolean;
  /** The person pinned the row. */
  isPinned?(row: Row): boolean;
  /** The row came while its place was not on screen. */
  isUnread?(row: Row): boolean;
  /** Looks beyond the row's own text, which may be cut. */
  hasText?(row: Row, pattern: RegExp): boolean;
}

/** Answers about values are kept for this many values. */
const KEPT_ANSWERS = 10_000;

/** Rows repeat their values, so each value is tested once. */
function remembered(test: (value: string) => boolean): (value: string | undefined) => boolean {
  const answers = new Map<string, boolean>();
  let last: string | undefined;
  let lastAnswer = false;
  return (value) => {
    if (value === undefined) return false;
    if (value === last) return lastAnswer;
    let answer = answers.get(value);
    if (answer === undefined) {
      answer = test(value);
      if (answers.size >= KEPT_ANSWERS) answers.clear();
      answers.set(value, answer);
    }
    last = value;
    lastAnswer = answer;
    return answer;
  };
}

const wordsOf = (part: FilterPart): string[] => part.values.map(({ text }) => text.toLowerCase());

const anyIn = (words: readonly string[]) => (value: string) => {
  const lower = value.toLowerCase();
  return words.some((word) => lower.includes(word));
};

const anyBegins = (words: readonly string[]) => (value: string) => words.some((word) => value.startsWith(word));

/** Case is folded by the engine of the expressions: cheaper than a copy of every text in lower case. */
const patternOf = (part: FilterPart): RegExp =>
  new RegExp(part.values.map(({ text }) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'i');

function numbers(part: FilterPart, of: (row: Row) => number | undefined): Matcher {
  const ranges = part.values.flatMap((value) => (value.kind === 'range' ? [value.bounds] : []));
  return (row) => {
    const value = of(row);
    return value !== undefined && ranges.some((bounds) => within(bounds, value));
  };
}

const loose = (word: string): string => word.toLowerCase().replace(/[-_ ]/g, '');

/** Words for states: in short or in full, with any of `-`, `_` and nothing between; `error` as a word for `failed`. */
function states(part: FilterPart): Matcher {
  const words = wordsOf(part).map((word) => loose(word).replace(/^taskstate/, ''));
  const has = remembered((state) => {
    const name = loose(stateWord(state));
    return words.some((word) => name.includes(word === 'error' ? 'failed' : word));
  });
  return (row) => has(stateOf(row));
}

/** Chunks after the first do not repeat the name of their artifact, so names are learnt on the way. */
function artifacts(part: FilterPart): Matcher {
  const has = remembered(anyIn(wordsOf(part)));
  const named = new Set<string>();
  return ({ task, artifact, artifacts: held }) => {
    if (artifact) {
      const key = `${task}|${artifact.id}`;
      if (has(artifact.name)) named.add(key);
      return has(artifact.id) || named.has(key);
    }
    return held?.some(({ id, name }) => has(id) || has(name)) ?? false;
  };
}

function issues(part: FilterPart): Matcher {
  const words = wordsOf(part);
  const severity = remembered(anyBegins(words));
  const code = remembered(anyIn(words));
  return ({ marks }) =>
    marks?.findings !== undefined && (severity(marks.severity) || (marks.codes?.some((one) => code(one)) ?? false));
}

/** The conditions that a part names, in full or by their beginning. */
const conditionsOf = (part: FilterPart): Condition[] => CONDITIONS.filter(anyBegins(wordsOf(part)));

function conditions(part: FilterPart, { isOpen, isPinned, isUnread }: FilterFacts): Matcher {
  const wanted = conditionsOf(part);
  const tests: Record<Condition, Matcher> = {
    cut: isCut,
    unpaired: ({ span }) => span?.edge === 'open' && isOpen?.(span.id) === true,
    finding: ({ marks }) => marks?.findings !== undefined,
    pinned: (row) => isPinned?.(row) === true,
    unread: (row) => isUnread?.(row) === true,
  };
  return (row) => wanted.some((condition) => tests[condition](row));
}

const BY_KEY: Record<FilterKey, (part: FilterPart, facts: FilterFacts) => Matcher> = {
  text: texts,
  kind: (part) => {
    const has = remembered(anyBegins(wordsOf(part)));
    return (row) => has(row.kind);
  },
  lane: (part) => {
    const has = remembered(anyBegins(wordsOf(part)));
    return (row) => has(row.lane);
  },
  state: states,
  dur: (part) => numbers(part, (row) => row.duration),
  size: (part) => numbers(part, (row) => row.size),
  seq: (part) => numbers(part, (row) => row.seq),
  at: (part) => numbers(part, (row) => row.at),
  status: (part) => numbers(part, (row) => row.status),
  task: (part) => {
    const has = remembered(anyIn(wordsOf(part)));
    return (row) => has(row.task);
  },
  context: (part) => {
    const has = remembered(anyIn(wordsOf(part)));
    return (row) => has(row.context);
  },
  agent: (part, { agentName }) => {
    const named = anyIn(wordsOf(part));
    const has = remembered((agent) => named(agent) || named(agentName?.(agent) ?? ''));
    return (row) => has(row.agent);
  },
  name: (part) => {
    const has = remembered(anyIn(wordsOf(part)));
    return (row) => has(row.name) || has(row.span?.name);
  },
  lens: (part) => {
    const has = remembered(anyIn(wordsOf(part)));
    return (row) => has(row.marks?.lens);
  },
  artifact: artifacts,
  issue: issues,
  is: conditions,
  session: (part, { session }) => {
    const matches = inSession(part, session);
    return () => matches;
  },
};

function texts(part: FilterPart, { hasText }: FilterFacts): Matcher {
  const pattern = patternOf(part);
  return (row) =>
    pattern.test(row.text) || (row.name !== undefined && pattern.test(row.name)) || hasText?.(row, pattern) === true;
}

/** Nothing is said of the session: the condition is left to those who know it. */
const inSession = (part: FilterPart, session: readonly string[] | undefined): boolean =>
  session === undefined ? !part.negated : session.some(anyIn(wordsOf(part)));

/** What takes longest comes last; what has to see every row comes first. */
const COST: Partial<Record<FilterKey, number>> = { artifact: 0, text: 2 };
const costOf = ({ key = 'text' }: FilterPart): number => COST[key] ?? 1;

/** Rows that meet every condition; undefined when there is none. Rows have to be shown to it in their order. */
export function compileFilter({ parts }: Pick<Filter, 'parts'>, facts: FilterFacts = {}): Matcher | undefined {
  const tests = [...parts]
    .sort((one, other) => costOf(one) - costOf(other))
    .map((part) => {
      const test = BY_KEY[part.key ?? 'text'](part, facts);
      return part.negated ? (row: Row) => !test(row) : test;
    });
  const [first, second] = tests;
  if (!first) return undefined;
  if (!second) return first;
  if (tests.length === 2) return (row) => first(row) && second(row);
  return (row) => {
    for (const test of tests) if (!test(row)) return false;
    return true;
  };
}

/** Some row of this session may match. */
export const mayMatchSession = ({ parts }: Pick<Filter, 'parts'>, session: readonly string[]): boolean =>
  parts.every((part) => part.key !== 'session' || inSession(part, session) !== part.negated);

/** The filter looks for words. */
export const asksForText = ({ parts }: Pick<Filter, 'parts'>): boolean =>
  parts.some(({ key = 'text' }) => key === 'text');

/** The filter asks for a condition that no row says by itself, so rows have to be looked at again when it changes. */
export const asksFor = ({ parts }: Pick<Filter, 'parts'>, condition: Condition): boolean =>
  parts.some((part) => part.key === 'is' && conditionsOf(part).includes(condition));

/** The filter asks for what a later row can change. */
export const asksForOpen = (filter: Pick<Filter, 'parts'>): boolean => asksFor(filter, 'unpaired');
