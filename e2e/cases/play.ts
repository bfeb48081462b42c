import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { listTasks } from '../../electron/cli/commands/task-list.ts';
import { type Connection, connect } from '../../electron/cli/connection.ts';
import { humanReporter } from '../../electron/cli/human.ts';
import { callOperation, followOperation } from '../../electron/cli/operation.ts';
import { failedOutcome, type OutcomeLine, type WarningLine, warningLines } from '../../electron/cli/outcome-line.ts';
import { recordingTerminal } from '../../electron/cli/test-terminal.ts';
import { createEngine, type Engine } from '../../electron/engine/engine.ts';
import { filesBelow, filesWith } from '../../electron/engine/testing/secret-stores.ts';
import type { ConsentNeeded } from '../../shared/contract/access.ts';
import type { AgentOptions, CardView, EntryView } from '../../shared/contract/views.ts';
import type { JsonObject } from '../../shared/lib/json.ts';
import { stateClass } from '../../shared/model/task.ts';
import type { CaseFile, ClientSide, Step } from './case-file.ts';
import { enterCredentials, givenBy } from './credentials.ts';
import { acceptFirst, deliveredEvents } from './deliveries.ts';
import { engineWithStore, saveConnections, storeEnvironment } from './secret-store.ts';
import { readSession } from './session.ts';
import { socketsLeft } from './sockets.ts';
import { type Pushing, receivePushed } from './webhook.ts';

/** What one step came to. */
export interface PlayedStep {
  step: Step;
  outcome: OutcomeLine;
  /** What a person reads on a terminal. */
  text: string;
  /** Milliseconds. */
  took: number;
}

/** One run of a case through the command line's own functions, in one engine. */
export interface Played {
  steps: PlayedStep[];
  /** The latest card. */
  card?: CardView;
  connection?: Connection;
  /** Questions whether credentials may go to another origin. */
  asked: ConsentNeeded[];
  /** Connections that the agent still held after each disconnect; undefined where nobody can tell. */
  socketsLeft: (number | undefined)[];
  /** Statuses that the agent's notifications were answered. */
  pushed?: number[];
  /** Every entry of the session, with what was read in it. */
  entries: EntryView[];
  /** What it left on disk, and which of that holds the token; only when something is kept. */
  left?: { files: string[]; withToken: string[] };
}

/** Settings that are handed to the engine as they are; the rest is for options of the agent. */
const ENGINE_SETTINGS = [
  'connectTimeoutMs',
  'requestTimeoutMs',
  'streamIdleTimeoutMs',
  'quietHintMs',
  'pollIntervalMs',
];

const CALLS: Readonly<Record<string, Parameters<typeof callOperation>[2]>> = {
  getTask: 'GetTask',
  cancelTask: 'CancelTask',
  subscribe: 'SubscribeToTask',
  createPushConfig: 'CreateTaskPushNotificationConfig',
  editPushConfig: 'CreateTaskPushNotificationConfig',
  getPushConfig: 'GetTaskPushNotificationConfig',
  listPushConfigs: 'ListTaskPushNotificationConfigs',
  deletePushConfig: 'DeleteTaskPushNotificationConfig',
};

const SENDS = ['send', 'stream', 'sendAuto', 'reply', 'followUp'];

/** Why a case cannot be played yet; undefined when it can. */
export function whyNotPlayed({ client, environment, ...given }: CaseFile['given']): string | undefined {
  const { auth, steps } = client;
  if (environment !== undefined && !storeEnvironment(environment)) return 'an injected environment';
  if (auth && !givenBy(auth)) return `credentials of type ${auth.type}`;
  const known = [...SENDS, ...Object.keys(CALLS), 'connect', 'disconnect', 'reconnect', 'refreshCard', 'retry'];
  known.push('getExtendedCard', 'listTasks');
  if (given.webhook?.registered_config) known.push('receiveWebhooks');
  const inputs = given.editor_inputs ? 'editor_inputs' : undefined;
  const other = steps.find((step) => !known.includes(step.do) || ![undefined, inputs].includes(step.each_of as string));
  return other && `the step ${other.do}`;
}

function optionsOf(client: ClientSide): AgentOptions {
  const { extensions, preferTransport, endpoint } = client.settings ?? {};
  const headers = Object.entries(client.headers ?? {});
  return {
    ...(headers.length > 0 && { headers }),
    ...(Array.isArray(extensions) && { extensions: extensions as string[] }),
    ...(typeof endpoint === 'string' && { endpoint }),
    ...(typeof preferTransport === 'string' && { binding: preferTransport as AgentOptions['binding'] }),
  };
}

async function applySettings(engine: Engine, settings: Record<string, unknown> = {}): Promise<void> {
  const pairs = Object.entries(settings).filter(([key]) => ENGINE_SETTINGS.includes(key));
  if (settings.allowSelfSignedFor !== undefined)
    pairs.push(['allowSelfSignedFor', [settings.allowSelfSignedFor].flat()]);
  if (Array.isArray(settings.trustedKeys)) {
    const keys = settings.trustedKeys.map(({ secret_utf8, ...key }) => ({
      ...key,
      ...(secret_utf8 && { secret: secret_utf8 }),
    }));
    pairs.push(['trustedKeys', keys]);
  }
  for (const [key, value] of pairs) {
    const set = await engine.call('settings.set', { key, value });
    if (!set.ok) throw new Error(`The setting ${key} was refused: ${set.error.message}`);
  }
}

class Player {
  readonly played: Played = { steps: [], asked: [], entries: [], socketsLeft: [] };
  readonly terminal = recordingTerminal();
  readonly reporter = humanReporter(this.terminal);
  readonly engine: Engine;
  readonly client: ClientSide;
  readonly inputs: readonly JsonObject[];
  readonly pushing: Pushing | undefined;

  constructor(engine: Engine, client: ClientSide, inputs: readonly JsonObject[] = [], pushing?: Pushing) {
    this.engine = engine;
    this.client = client;
    this.inputs = inputs;
    this.pushing = pushing;
  }

  async run(): Promise<void> {
    for (const { each_of: each, ...step } of this.client.steps) {
      if (each === undefined) await this.step(step);
      else for (const input of this.inputs) await this.step({ ...input, do: step.do });
    }
  }

  async step(step: Step): Promise<void> {
    this.terminal.stdout = '';
    this.terminal.stderr = '';
    const started = performance.now();
    const outcome = await this.act(step);
    const took = performance.now() - started;
    if (!outcome) return;
    this.reporter.finish(outcome);
    this.played.steps.push({ step, outcome, text: `${this.terminal.stdout}${this.terminal.stderr}`, took });
  }

  async act(step: Step): Promise<OutcomeLine | undefined> {
    const { played } = this;
    if (step.do === 'connect') return this.connect();
    if (step.do === 'disconnect') return this.disconnect();
    if (step.do === 'retry') {
      const last = played.steps[played.steps.length - 1];
      return last && this.act(last.step);
    }
    const { connection } = played;
    if (!connection) return undefined;
    if (step.do === 'refreshCard' || step.do === 'getExtendedCard') {
      return this.card(connection, step.do === 'getExtendedCard');
    }
    const { do: action, text, all, ...request } = step;
    if (action === 'listTasks') return listTasks(this, connection, request, all === true);
    if (action === 'reconnect') return this.reconnect(connection);
    if (action === 'receiveWebhooks') return this.receive(connection);
    if (action === 'acceptDelivery') return acceptFirst(this.engine);
    const operation = CALLS[action];
    if (operation) return this.call(connection, operation, request);
    const streams = this.streams(connection, step);
    const message = { role: 'ROLE_USER', parts: [{ text: text ?? '' }], ...this.continues(action) };
    return this.call(connection, streams ? 'SendStreamingMessage' : 'SendMessage', { message });
  }

  async connect(): Promise<OutcomeLine> {
    const { connect_url: url, auth } = this.client;
    const entered = auth && (await enterCredentials(this.engine, url, auth));
    const connected = await connect(this.engine, this.terminal, url, optionsOf(this.client));
    if (entered?.waiting) await entered.complete(connected.ok ? connected.value.card?.card : undefined);
    this.played.connection = connected.ok ? connected.value : undefined;
    if (!connected.ok) return failedOutcome('GetAgentCard', connected.error);
    this.reporter.connected(connected.value, 0);
    return this.told(connected.value.card, await this.storeWarnings());
  }

  async disconnect(): Promise<undefined> {
    const { connection } = this.played;
    if (!connection) return undefined;
    const ended = await this.engine.call('agents.disconnect', { agent: connection.agent.id });
    if (!ended.ok) throw new Error(`The agent was not disconnected: ${ended.error.message}`);
    this.played.socketsLeft.push(await socketsLeft(Number(new URL(this.client.connect_url).port)));
    this.played.connection = undefined;
    return undefined;
  }

  /** What the log says of the secret store. */
  async storeWarnings(): Promise<WarningLine[]> {
    const entries = await readSession(this.engine, this.engine.liveSession);
    return entries.flatMap(({ entry }) => {
      const { code, message } = (entry.kind === 'note' && entry.what === 'warning' && entry.detail) || {};
      return code === 'secret-store' ? [{ code, severity: 'warning' as const, message: String(message) }] : [];
    });
  }

  async card(connection: Connection, extended: boolean): Promise<OutcomeLine> {
    const fetched = await this.engine.call('card.fetch', { agent: connection.agent.id, extended });
    return fetched.ok ? this.told(fetched.value) : failedOutcome('GetAgentCard', fetched.error);
  }

  told(card: CardView | undefined, notices: WarningLine[] = []): OutcomeLine {
    if (card) this.played.card = card;
    const warnings = [...notices, ...warningLines(card?.issues ?? [])];
    const outcome = warnings.length > 0 ? 'warn' : 'ok';
    return { kind: 'outcome', outcome, operation: 'GetAgentCard', warnings, events: [], event_count: 0 };
  }

  /** A careful person: what is asked about another origin is answered with "without", and the call made again. */
  async call(connection: Connection, operation: Parameters<typeof callOperation>[2], request: Record<string, unknown>) {
    const outcome = await callOperation(this, connection, operation, request);
    const asked = outcome.error?.layer === 'consent' ? (outcome.error.detail as ConsentNeeded) : undefined;
    if (!asked) return outcome;
    this.played.asked.push(asked);
    const answer = this.client.consent ?? 'without';
    const told = await this.engine.call('access.consent', { from: asked.from, to: asked.to, answer });
    return told.ok ? callOperation(this, connection, operation, request) : outcome;
  }

  /** What the agent pushes. */
  async receive(connection: Connection): Promise<OutcomeLine | undefined> {
    if (!this.pushing) return undefined;
    const call = (name: 'receiver.start' | 'receiver.register', input: never) => this.engine.call(name, input);
    this.played.pushed = await receivePushed(call, connection.agent.id, this.pushing);
    const events = deliveredEvents(await readSession(this.engine, this.engine.liveSession));
    return { ...this.told(undefined), events, event_count: events.length };
  }

  async reconnect(connection: Connection): Promise<OutcomeLine> {
    const about = { agent: connection.agent.id, task: this.task()?.id ?? '' };
    const started = await this.engine.call('streams.subscribe', about);
    return followOperation(this, connection, 'SubscribeToTask', started);
  }

  task(): OutcomeLine['task'] {
    return this.played.steps
      .map(({ outcome }) => outcome.task)
      .filter(Boolean)
      .pop();
  }

  /** A reply and a follow-up go the way that the message before them went. */
  streams(connection: Connection, step: Step): boolean {
    if (step.do === 'stream' || step.do === 'send') return step.do === 'stream';
    const before = this.played.steps.map(({ step: earlier }) => earlier.do).filter((name) => SENDS.includes(name));
    const last = before.pop();
    if (step.do !== 'sendAuto' && last && last !== 'sendAuto') return last === 'stream';
    return connection.card?.card.capabilities?.streaming === true;
  }

  /** The same conversation: the task too, while it takes messages. */
  continues(action: string): { contextId?: string; taskId?: string } {
    const task = this.task();
    if (!task || (action !== 'reply' && action !== 'followUp')) return {};
    const ended = stateClass(task.state) === 'terminal';
    return { contextId: task.contextId, ...(ended ? {} : { taskId: task.id }) };
  }
}

const engineWithoutStore = (dataDir: string): Promise<Engine> =>
  createEngine({
    dataDir,
    host: 'cli',
    version: '0.0.0',
    platform: process.platform,
    capabilities: { dialogs: false, externalLinks: false, vault: 'none' },
    persist: false,
  });

/**
 * Plays the steps of a case in an engine of its own, whose session is read at the end. On a system with a secret store
 * they are played for each saved connection.
 */
export async function play(given: CaseFile['given'], pushing?: Pushing): Promise<Played> {
  const { client, environment, editor_inputs: inputs } = given;
  const folder = await mkdtemp(join(tmpdir(), 'loupe-case-'));
  try {
    const store = storeEnvironment(environment);
    const urls = store ? await saveConnections(folder, client.connect_url, store) : [client.connect_url];
    const engine = await (store ? engineWithStore(folder, store) : engineWithoutStore(folder));
    const played: Played = { steps: [], asked: [], entries: [], socketsLeft: [] };
    try {
      await applySettings(engine, client.settings);
      for (const url of urls) {
        const player = new Player(engine, { ...client, connect_url: url }, inputs, pushing);
        await player.run();
        const { steps, ...rest } = player.played;
        Object.assign(played, rest, { steps: [...played.steps, ...steps] });
      }
      played.entries = await readSession(engine, engine.liveSession);
    } finally {
      await engine.close();
    }
    const { token } = client.auth ?? {};
    const files = filesBelow(folder).map(({ path }) => path);
    if (store) played.left = { files, withToken: token ? filesWith(folder, token) : [] };
    return played;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
