import { expect, it } from 'vitest';
import { choiceRoles, isSecondPress } from './choice-roles.ts';

const choice = (id: string, label = id) => ({ id, label, part: {} });

it.each([
  [[choice('allow_once', 'Allow once'), choice('deny', 'Deny')], 'allow_once', 'deny'],
  [[choice('decline'), choice('confirm')], 'confirm', 'decline'],
  [
    [choice('proceed_once', 'Allow once'), choice('proceed_always'), choice('cancel', 'Deny')],
    'proceed_once',
    'cancel',
  ],
  [[choice('1', 'Yes'), choice('2', 'No')], '1', '2'],
])('finds what allows and what denies', (choices, allow, deny) => {
  expect([...choiceRoles(choices)]).toEqual([
    [allow, 'allow'],
    [deny, 'deny'],
  ]);
});

it.each([[[choice('allow')]], [[choice('north'), choice('notary')]], [[choice('allowance'), choice('deny')]]])(
  'gives no keys where one side is missing',
  (choices) => {
    expect(choiceRoles(choices).size).toBe(0);
  },
);

it('takes no second press at once', () => {
  expect([1_000, 1_200, 1_399, 1_400].map(isSecondPress)).toEqual([false, true, true, false]);
});
