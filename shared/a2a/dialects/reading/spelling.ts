import { type AnyTaskState, TASK_STATES, type TaskState } from '../../../model/task.ts';
import { jsonText, quote, type Reader } from './reader.ts';
import { ABSENT, type Check } from './walk.ts';

/** States by their number in the proto; the order differs from the one of the model. */
const STATE_NUMBERS: readonly TaskState[] = [
  'TASK_STATE_UNSPECIFIED',
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
];
const ROLE_NUMBERS = ['ROLE_UNSPECIFIED', 'ROLE_USER', 'ROLE_AGENT'];

const STATES: ReadonlySet<string> = new Set(TASK_STATES);
const ROLES: ReadonlySet<string> = new Set(ROLE_NUMBERS);

const OLDER_STATES: Readonly<Record<string, TaskState>> = {
  submitted: 'TASK_STATE_SUBMITTED',
  working: 'TASK_STATE_WORKING',
  'input-required': 'TASK_STATE_INPUT_REQUIRED',
  'auth-required': 'TASK_STATE_AUTH_REQUIRED',
  completed: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  canceled: 'TASK_STATE_CANCELED',
  rejected: 'TASK_STATE_REJECTED',
  unknown: 'TASK_STATE_UNSPECIFIED',
};
const OLDER_ROLES: Readonly<Record<string, string>> = { user: 'ROLE_USER', agent: 'ROLE_AGENT' };

const STATE_OUT: ReadonlyMap<string, string> = new Map(
  Object.entries(OLDER_STATES).map(([older, state]) => [state, older]),
);

/** 0.3 spelling of a state; one that 0.3 does not know stays as it is. */
export const olderState = (state: AnyTaskState): string => STATE_OUT.get(state) ?? state;

/** 0.3 spelling of a role. */
export const olderRole = (role: string): string =>
  role === 'ROLE_USER' ? 'user' : role === 'ROLE_AGENT' ? 'agent' : role;

/** The 1.0 name behind any spelling seen in the wild; undefined when there is none. */
export function stateName(spelling: string): TaskState | undefined {
  if (STATES.has(spelling)) return spelling as TaskState;
  const bare = spelling
    .replace(/^TaskState\./, '')
    .replace(/^TASK_STATE_/i, '')
    .toLowerCase()
    .replace(/[_ ]/g, '-')
    .replace('cancelled', 'canceled')
    .replace('unspecified', 'unknown');
  return Object.hasOwn(OLDER_STATES, bare) ? OLDER_STATES[bare] : undefined;
}

const oddSpelling = (reader: Reader, key: string, was: string, name: string, clause: string): void =>
  reader.report(
    { code: 'odd-spelling', severity: 'warning', message: `${was} should be spelled ${name}.`, clause },
    key,
  );

/** A task state. Both versions' names, numbers and the usual misspellings are understood; others stay as received. */
export const stateField: Check = (value, reader, key) => {
  if (typeof value === 'string') {
    if (STATES.has(value)) return value;
    const name = value === '' ? 'TASK_STATE_UNSPECIFIED' : stateName(value);
    if (name === undefined) {
      reader.report(
        {
          code: 'unknown-state',
          severity: 'warning',
          message: `${quote(value)} is no task state this version knows.`,
          clause: '1.0 §4.1.3',
        },
        key,
      );
      return value;
    }
    const expected =
      reader.older && (Object.hasOwn(OLDER_STATES, value) || (reader.olderProto && value === 'TASK_STATE_CANCELLED'));
    if (!expected) oddSpelling(reader, key, quote(value), name, '1.0 §4.1.3');
    return name;
  }
  return enumNumber(value, reader, key, STATE_NUMBERS, '1.0 §4.1.3');
};

/** A role; the same tolerance as for states. */
export const roleField: Check = (value, reader, key) => {
  if (typeof value === 'string') {
    if (ROLES.has(value)) return value;
    const bare = value.replace(/^(Role\.|ROLE_)/i, '').toLowerCase();
    const name = Object.hasOwn(OLDER_ROLES, bare) ? OLDER_ROLES[bare] : undefined;
    if (name === undefined) {
      reader.report(
        {
          code: 'unknown-role',
          severity: 'warning',
          message: `${quote(value)} is no role; ROLE_USER and ROLE_AGENT are.`,
          clause: '1.0 §4.1.5',
        },
        key,
      );
      return value;
    }
    if (!reader.older || !Object.hasOwn(OLDER_ROLES, value)) oddSpelling(reader, key, quote(value), name, '1.0 §4.1.5');
    return name;
  }
  return enumNumber(value, reader, key, ROLE_NUMBERS, '1.0 §4.1.5');
};

function enumNumber(value: unknown, reader: Reader, key: string, names: readonly string[], clause: string): unknown {
  if (value === null || value === undefined) return ABSENT;
  const name = typeof value === 'number' ? names[value] : undefined;
  reader.report(
    name === undefined
      ? { code: 'wrong-type', severity: 'warning', message: `${key} is ${quote(value)}, which names nothing.`, clause }
      : {
          code: 'enum-number',
          severity: 'note',
          message: `${key} is sent as the number ${quote(value)} instead of ${name}.`,
          clause: '1.0 §5.5',
        },
    key,
  );
  return name ?? jsonText(value);
}
