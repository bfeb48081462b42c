import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { listTasks } from '../../electron/cli/commands/task-list.ts';
import { type Connection, connect } from '../../electron/cli/connection.ts';
import { humanReporter } from '../../electron/cli/human.ts';
import { callOperation, followOperation } from '../../electron/cli/operation.ts';
import { failedOutcome, type OutcomeLine, warningLines } from '../../electron/cli/outcome-line.ts';
import { recordingTerminal } from '../../electron/cli/test-terminal.ts';
import { createEngine, type Engine } from '../../electron/engine/engine.ts';
import type { AgentOptions, CardView, EntryView } from '../../shared/contract/views.ts';
import { stateClass } from '../../shared/model/task.ts';
import type { ClientSide, Step } from './case-file.ts';
import { readSession } from './session.ts';

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
  /** Every entry of the session, with what was read in it. */
  entries: EntryView[];
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
export function whyNotPlayed({ auth, steps }: ClientSide, environment: unknown): string | undefined {
  if (environment !== undefined) return 'an injected environment';
  if (auth && !['bearer', 'basic'].includes(auth.type)) return `credentials of type ${auth.type}`;
  if (auth?.remember) return 'a secret store';
  const known = [...SENDS, ...Object.keys(CALLS), 'connect', 'disconnect', 'reconnect', 'refreshCard', 'retry'];
  known.push('getExtendedCard', 'listTasks');
  const other = steps.find((step) => !known.includes(step.do) || step.each_of !== undefined);
  return other && `the step ${other.do}`;
}

/** The header lines that a person enters for the agent. */
export function headerLinesOf({ auth, headers = {} }: ClientSide): [string, string][] {
  const lines = Object.entries(headers);
  if (auth?.type === 'bearer') lines.push(['Authorization', `Bearer ${auth.token}`]);
  if (auth?.type === 'basic') {
    lines.push(['Authorization', `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`]);
  }
  return lines;
}

function optionsOf(client: ClientSide): AgentOptions {
  const { extensions, preferTransport, endpoint } = client.settings ?? {};
  const headers = headerLinesOf(client);
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
  readonly played: Played = { steps: [], entries: [] };
  readonly terminal = recordingTerminal();
  readonly reporter = humanReporter(this.terminal);
  readonly engine: Engine;
  readonly client: ClientSide;

  constructor(engine: Engine, client: ClientSide) {
    this.engine = engine;
    this.client = client;
  }

  async run(): Promise<void> {
    for (const step of this.client.steps) await this.step(step);
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
    if (step.do === 'disconnect') return undefined;
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
    const operation = CALLS[action];
    if (operation) return this.call(connection, operation, request);
    const streams = this.streams(connection, step);
    const message = { role: 'ROLE_USER', parts: [{ text: text ?? '' }], ...this.continues(action) };
    return this.call(connection, streams ? 'SendStreamingMessage' : 'SendMessage', { message });
  }

  async connect(): Promise<OutcomeLine> {
    const { connect_url: url } = this.client;
    const connected = await connect(this.engine, this.terminal, url, optionsOf(this.client));
    this.played.connection = connected.ok ? connected.value : undefined;
    if (!connected.ok) return failedOutcome('GetAgentCard', connected.error);
    this.reporter.connected(connected.value, 0);
    return this.told(connected.value.card);
  }

  async card(connection: Connection, extended: boolean): Promise<OutcomeLine> {
    const fetched = await this.engine.call('card.fetch', { agent: connection.agent.id, extended });
    return fetched.ok ? this.told(fetched.value) : failedOutcome('GetAgentCard', fetched.error);
  }

  told(card: CardView | undefined): OutcomeLine {
    if (card) this.played.card = card;
    const warnings = warningLines(card?.issues ?? []);
    const outcome = warnings.length > 0 ? 'warn' : 'ok';
    return { kind: 'outcome', outcome, operation: 'GetAgentCard', warnings, events: [], event_count: 0 };
  }

  call(connection: Connection, operation: Parameters<typeof callOperation>[2], request: Record<string, unknown>) {
    return callOperation(this, connection, operation, request);
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

/** Plays the steps of a case in an engine of its own, whose session is read at the end. */
export async function play(client: ClientSide): Promise<Played> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-case-'));
  const engine = await createEngine({
    dataDir: folder,
    host: 'cli',
    version: '0.0.0',
    platform: process.platform,
    capabilities: { dialogs: false, externalLinks: false, vault: 'none' },
    persist: false,
  });
  try {
    await applySettings(engine, client.settings);
    const player = new Player(engine, client);
    await player.run();
    player.played.entries = await readSession(engine, engine.liveSession);
    return player.played;
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}
