import type { Choice } from '../../../shared/lenses/lens.ts';

export type ChoiceRole = 'allow' | 'deny';

const ALLOWS = /^(allow|approve|accept|confirm|proceed|grant|permit|yes|ok)(?![a-z])/i;
const DENIES = /^(deny|decline|reject|refuse|cancel|abort|block|no)(?![a-z])/i;

const means = (words: RegExp, { id, label }: Choice): boolean => words.test(id) || words.test(label);

/**
 * Which choice of a permission the keys stand for: the first that allows and the first that denies. None when either is
 * missing: a key has to be able to say no as well.
 */
export function choiceRoles(choices: readonly Choice[]): ReadonlyMap<string, ChoiceRole> {
  const allow = choices.find((choice) => means(ALLOWS, choice));
  const deny = choices.find((choice) => means(DENIES, choice));
  if (!allow || !deny || allow === deny) return new Map();
  return new Map<string, ChoiceRole>([
    [allow.id, 'allow'],
    [deny.id, 'deny'],
  ]);
}

/** A press this soon after the last one was meant for the question before, ms. */
const SECOND_PRESS_MS = 400;
let lastPress = Number.NEGATIVE_INFINITY;

/** Notes an answer, and says whether it came too soon after the one before. */
export function isSecondPress(now = performance.now()): boolean {
  if (now - lastPress < SECOND_PRESS_MS) return true;
  lastPress = now;
  return false;
}
