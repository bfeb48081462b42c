// @ts-check
import { same } from './iac-code-checks.mjs';
import { openEngine, value } from './iac-code-client.mjs';

/** @typedef {import('../../shared/contract/views.ts').EntryView} EntryView */
/** @typedef {import('../../shared/contract/receiver.ts').RegistrationView} Registration */
/** @typedef {import('../../shared/model/event.ts').StreamResponse} StreamResponse */
/** @typedef {import('../../shared/model/receiver.ts').AnswerStep} AnswerStep */
/** @typedef {import('../../shared/model/receiver.ts').LineCheck} LineCheck */
/** @typedef {import('../../shared/model/row.ts').Row} Row */
/** @typedef {{ scheme: string, credentials: string }} Authentication */

/** Longest wait for deliveries, milliseconds; retries of the slowest sender are among them. */
const DELIVERIES_TIMEOUT_MS = 30_000;
/** Wait after the last delivery that has to come, for those that must not, milliseconds. */
const SETTLE_MS = 150;
const POLL_MS = 25;

/** What a push configuration asks to be sent along. @type {Record<string, { token?: true, authentication?: Authentication }>} */
export const FORMS = {
  none: {},
  token: { token: true },
  Bearer: { authentication: { scheme: 'Bearer', credentials: 'callback-bearer-1' } },
  Basic: { authentication: { scheme: 'Basic', credentials: 'caller:callback-basic-1' } },
  'own scheme': { authentication: { scheme: 'Callback-Key', credentials: 'callback-key-1' } },
  'token and Bearer': { token: true, authentication: { scheme: 'Bearer', credentials: 'callback-bearer-2' } },
};

/**
 * One delivery as it is seen.
 * @typedef {object} Delivery
 * @property {Row} row
 * @property {EntryView} view
 * @property {StreamResponse | undefined} event what it says
 */

/** @param {EntryView | undefined} view */
const eventOf = (view) => (view?.reading?.type === 'event' ? view.reading.event : undefined);

/** What an exchange said, in order. @param {Row[]} rows @param {EntryView[]} entries @returns {Delivery[]} */
export const eventsIn = (rows, entries) =>
  rows.flatMap((row, index) => {
    const view = entries[index];
    const event = eventOf(view);
    return view && event ? [{ row, view, event }] : [];
  });

const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * An engine whose receiver listens, with one agent.
 * @param {string} url
 */
export async function openPushes(url) {
  const client = await openEngine(url);
  const { engine, agent } = client;
  const started = await engine.call('receiver.start', {});
  if (!started.ok) {
    await client.close();
    value(started);
  }

  /** @param {string} id @returns {Promise<number>} */
  const received = async (id) => {
    const { registrations } = value(await engine.call('receiver.get', {}));
    return registrations.find((one) => one.id === id)?.received ?? 0;
  };

  /** All deliveries to an address, once there are that many and no more come. @param {Registration} registration @param {number} count */
  const deliveries = async ({ id }, count) => {
    const deadline = Date.now() + DELIVERIES_TIMEOUT_MS;
    while ((await received(id)) < count && Date.now() < deadline) await wait(POLL_MS);
    await wait(SETTLE_MS);
    const rows = (await client.rows()).filter(
      ({ kind, delivery }) => kind === 'delivery' && delivery?.registration === id,
    );
    const views = await client.read(rows);
    return rows.flatMap((row, index) => {
      const view = views[index];
      return view ? [{ row, view, event: eventOf(view) }] : [];
    });
  };

  return {
    client,
    deliveries,
    /** Deliveries that came to an address so far. */
    received,
    /**
     * An address of the receiver, and the push configuration that names it.
     * @param {(typeof FORMS)[string]} form
     * @param {AnswerStep[]} [answers]
     */
    async register({ token, authentication }, answers = []) {
      const asked = { agent, answers, ...(authentication && { authentication }) };
      const registration = value(await engine.call('receiver.register', asked));
      const config = {
        url: registration.url ?? '',
        ...(token && { token: registration.token }),
        ...(authentication && { authentication }),
      };
      return { registration, config };
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openPushes>>} Pushes */

/** Equal for equal values, whatever the order of their members. @param {unknown} value */
export const inOrder = (value) =>
  JSON.stringify(value, (_, member) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

/** An event in few words. @param {StreamResponse | undefined} event */
export function briefly(event) {
  const { task, statusUpdate, artifactUpdate } = event ?? {};
  const state = (task ?? statusUpdate)?.status?.state?.replace(/^TASK_STATE_/, '') ?? '';
  if (task) return `task ${state}`;
  if (statusUpdate) return `status ${state}`;
  return artifactUpdate ? `artifact ${artifactUpdate.artifact?.artifactId}` : 'nothing';
}

/** Proof that its sender gave, as the receiver saw it. @param {Delivery} delivery @returns {LineCheck[]} */
export function proofOf({ view: { entry } }) {
  const check = entry.kind === 'delivery' ? entry.check : undefined;
  return check ? [check.token, check.authorization] : [];
}

/** What must not differ between the deliveries of one address. @template T @param {T[]} values @returns {T[]} */
const distinct = (values) => [...new Map(values.map((one) => [JSON.stringify(one), one])).values()];

/**
 * Deliveries whose sender is known: answered 200, about this task, without a finding beside those named.
 * @param {Delivery[]} got
 * @param {{ task: string, proof: LineCheck[], format?: string, notes?: string[] }} wanted
 */
export const knownProblems = (got, { task, proof, format = 'a2a', notes = [] }) => [
  ...same('proof', [proof], distinct(got.map(proofOf))),
  ...same(
    'verified, status, task and format',
    [[true, 200, task, format]],
    distinct(got.map(({ row }) => [row.delivery?.verified, row.status, row.task, row.delivery?.format])),
  ),
  ...findingsBeside(got, notes),
];

/** @param {Delivery[]} got @param {string[]} notes */
export function findingsBeside(got, notes) {
  const found = distinct(got.flatMap(({ view }) => view.issues.map(({ severity, code }) => `${severity} ${code}`)));
  return same(
    'findings',
    [],
    found.filter((one) => !notes.includes(one)),
  );
}

/**
 * Deliveries whose sender is not known: turned away, told apart, and about no task.
 * @param {Delivery[]} got
 * @param {{ status: number, proof: LineCheck[] }} wanted
 */
export const strangeProblems = (got, { status, proof }) => [
  ...same('proof', [proof], distinct(got.map(proofOf))),
  ...same(
    'verified, status, fault, task and state',
    [[false, status, 'token', undefined, undefined]],
    distinct(got.map(({ row }) => [row.delivery?.verified, row.status, row.delivery?.fault, row.task, row.state])),
  ),
  ...same(
    'findings',
    [['warning delivery-token']],
    distinct(got.map(({ view }) => view.issues.map(({ severity, code }) => `${severity} ${code}`))),
  ),
];

/**
 * Each delivery, in the order of the stream, is found again in it: either it came first, or it names the event it repeats.
 * A whole task may have been said before, by an answer.
 * @param {Delivery[]} got
 * @param {Delivery[]} events
 */
export function matchProblems(got, events) {
  const problems = [];
  for (const [index, { row, event }] of got.entries()) {
    const seq = events[index]?.row.seq ?? 0;
    const fits = row.delivery?.fits;
    const found = fits === undefined ? row.seq < seq : fits === seq || (event?.task !== undefined && fits < seq);
    if (!found) problems.push(`delivery ${row.seq} repeats ${fits}, not ${seq}`);
  }
  return problems;
}

/**
 * What a task has come to, with one artifact that was written once.
 * @param {Pushes} pushes
 * @param {string} task
 * @param {string | undefined} state
 */
export async function outcomeProblems({ client }, task, state) {
  const [node, records] = [await client.node(task), await client.artifacts(task)];
  return [
    ...same('state', state, node?.state),
    ...same(
      'artifacts in the tree',
      [1],
      node?.artifacts.map(({ chunks }) => chunks),
    ),
    ...same(
      'editions and events of artifacts',
      [[1, 1]],
      records.map(({ current }) => [current.number, current.writes.length]),
    ),
  ];
}
