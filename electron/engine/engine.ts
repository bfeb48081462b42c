import type { InputOf, OutputOf, ProcedureName } from '../../shared/contract/procedures.ts';
import type { AppInfo, FeedRequest, Signal } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { done, refused } from '../../shared/lib/result.ts';
import { Access } from './access/access.ts';
import { Consents } from './access/consents.ts';
import { Credentials } from './access/credentials.ts';
import { SignIns } from './access/sign-ins.ts';
import { Tokens } from './access/tokens.ts';
import { type AgentRecord, Agents } from './agents.ts';
import { Calls } from './calls.ts';
import { CardService } from './card-service.ts';
import { Connections } from './connections.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { Doctor } from './doctor/doctor.ts';
import type { LiveExchange } from './exchange.ts';
import { createFeeds, type FeedForm, type FeedHandle, type FeedSink } from './feeds.ts';
import { Finds } from './find/finds.ts';
import { createHandlers } from './handlers/index.ts';
import { createSocketPool } from './http/agents.ts';
import { createHttpClient } from './http/client.ts';
import { proxyOfSystem } from './http/proxy.ts';
import { UserLenses } from './lenses/user-lenses.ts';
import { createMasking } from './masking/masking.ts';
import { createOAuth } from './oauth/oauth.ts';
import type { EngineOptions, EngineParts } from './parts.ts';
import { OutgoingPush } from './receiver/outgoing.ts';
import { Receiver } from './receiver/receiver.ts';
import { Resubscriber } from './resubscribe/resubscriber.ts';
import { createSample } from './sample.ts';
import { SecretValues } from './secret-values.ts';
import { Sessions } from './sessions.ts';
import { Settings } from './settings.ts';
import { createTransports } from './transports/index.ts';
import { createVault } from './vault/vault.ts';
import { createWarming } from './warm-up.ts';
import { Watcher } from './watch/watcher.ts';

export type { FeedForm, FeedHandle, FeedSink } from './feeds.ts';
export type { EngineOptions } from './parts.ts';

/** Everything behind a page, a browser tab or a command line. Runs in plain Node. */
export interface Engine {
  /** Runs a procedure by name; the input may be anything. Never rejects. */
  dispatch: Dispatch;
  /** `dispatch` with the types of the contract, for callers in the same process. */
  call<N extends ProcedureName>(name: N, input: InputOf<N>, signal?: AbortSignal): Promise<Reply<OutputOf<N>>>;
  /** Replays the rows of a session after a seq, then follows. Nothing is sent before this returns. */
  openFeed(request: FeedRequest, sink: FeedSink, form?: FeedForm): FeedHandle;
  /** Identifier of the session that is being recorded. */
  readonly liveSession: string;
  /** Stops what is running, writes everything and lets go of all files and sockets. */
  close(): Promise<void>;
}

/** Starts an engine on a data folder, repairing what an earlier run left unfinished. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { persist = true } = options;
  const folder = persist ? options.dataDir : undefined;
  const accessFolder = folder ?? options.accessFolder;
  const signal = (what: Signal) => feeds.signal(what);
  const problem = (message: string) => sessions.live.note({ what: 'warning', detail: { message } });

  const secrets = new SecretValues();
  const masking = (options.masking ?? createMasking)(secrets);
  const pool = createSocketPool();
  const http = options.http ?? createHttpClient({ pool });
  const userAgent = `Loupe/${options.version}`;
  let rpcId = 0;
  const transports = createTransports({
    http,
    userAgent,
    nextRpcId: () => {
      rpcId += 1;
      return rpcId;
    },
  });
  const settings = new Settings(folder, options.host === 'cli' ? { autoResubscribe: false, autoWatch: false } : {});
  const { systemProxy } = options;
  const connections = new Connections({
    settings,
    env: options.env ?? process.env,
    ...(systemProxy && { systemProxy: async (url: string) => proxyOfSystem(await systemProxy(url)) }),
  });
  const lenses = new UserLenses({ folder, settings, onChange: () => signal('lenses') });
  const sessions = new Sessions({
    dataDir: options.dataDir,
    version: options.version,
    persist,
    masking,
    lenses: () => lenses.current,
    onChange: () => signal('sessions'),
    onProblem: problem,
  });
  const feeds = createFeeds(sessions, masking);
  await sessions.recover();
  const vault = await createVault({
    folder: accessFolder,
    ...(options.cipher && { cipher: options.cipher }),
    secrets,
    onChange: () => {
      agents.vaultChanged();
      signal('access');
    },
    onForget: () => agents.forgetSecrets(),
    onProblem: (message) => sessions.live.note({ what: 'warning', detail: { message, code: 'secret-store' } }),
  });
  const credentials = new Credentials({ folder: accessFolder, vault, secrets, onChange: () => signal('access') });
  const agents: Agents = new Agents({
    folder,
    vault,
    secrets,
    onChange: () => signal('agents'),
    onRemove: (agent) => credentials.use(agent, []),
  });

  const saveAgents = (): Reply<null> => {
    try {
      agents.changed();
      return done(null);
    } catch (error) {
      return refused('storage', `The list of agents cannot be saved: ${(error as Error).message}`);
    }
  };
  const sample = createSample(options.startSample);
  const running = new Set<LiveExchange>();
  const onAccess = () => signal('access');
  const { openExternal } = options;
  const oauth = createOAuth({
    parts: { http, sessions, settings, connections, running, userAgent },
    secrets,
    changed: onAccess,
    ...(openExternal && { openExternal }),
  });
  const consents = new Consents(folder, onAccess);
  const tokens = new Tokens({ credentials, oauth, secrets });
  const access = new Access({ connections, credentials, consents, tokens, secrets, onChange: onAccess });
  const signIns = new SignIns({ credentials, agents, oauth, tokens, onChange: onAccess });
  const base: EngineParts = {
    http,
    transports,
    agents,
    sessions,
    settings,
    lenses,
    connections,
    secrets,
    masking,
    vault,
    credentials,
    consents,
    oauth,
    tokens,
    access,
    signIns,
    userAgent,
    running,
    signal,
    saveAgents,
  };
  const receiver = new Receiver({ parts: base });
  const outgoing = new OutgoingPush(base, receiver);
  const calls = new Calls(base);
  calls.amend((agent, operation, request, url) => outgoing.amend(agent, operation, request, url));
  calls.watch((call) => outgoing.watch(call));
  const streams = new Resubscriber(base, calls);
  const cards = new CardService(base, calls);
  const finds = new Finds(base);
  const doctor = new Doctor({ ...base, calls, cards });
  for (const agent of agents.list()) cards.negotiate(agent);
  for (const text of [settings.problem, agents.problem, credentials.problem, consents.problem]) if (text) problem(text);

  const info = (): AppInfo => ({
    version: options.version,
    host: options.host,
    platform: options.platform,
    capabilities: options.capabilities,
    sessionsFolder: sessions.folder.path,
    liveSession: sessions.live.session.id,
    ...(sessions.recovered && { recovered: sessions.recovered }),
  });
  const wake = async (agent: AgentRecord): Promise<Reply<null>> => {
    if (agent.sample !== true) return done(null);
    const url = await sample.start();
    if (!url.ok) return url;
    if (agent.url === url.value) return done(null);
    // It has another port after every start, so the card is read again.
    agent.url = url.value;
    const card = await cards.fetch(agent);
    return card.ok ? done(null) : card;
  };
  const watcher = new Watcher({
    parts: base,
    calls,
    streams: (agent) => {
      const known = cards.known(agent);
      return known.ok ? known.value.card.capabilities?.streaming === true : undefined;
    },
    wake,
  });
  const closers: (() => Promise<void>)[] = [];
  const dispatch = createDispatch(
    createHandlers({
      ...base,
      options,
      cards,
      calls,
      streams,
      watcher,
      receiver,
      outgoing,
      doctor,
      finds,
      sample,
      info,
      wake,
      atEnd: (close) => closers.push(close),
    }),
    { secrets, masking },
  );

  const { version, platform, capabilities } = options;
  const idle = { dataDir: '', host: 'cli', version, platform, capabilities, env: {}, persist: false } as const;
  const warming = createWarming(
    options.warmUp ? (network) => createEngine({ ...idle, http: network }) : undefined,
    () => running.size > 0,
  );
  const used: Dispatch = (...call) => {
    warming.hold();
    return dispatch(...call);
  };

  return {
    dispatch: used,
    call: used as Engine['call'],
    openFeed: (request, sink, form) => {
      warming.begin();
      return feeds.open(request, sink, form);
    },
    get liveSession() {
      return sessions.live.session.id;
    },
    async close() {
      await warming.end();
      feeds.close();
      streams.close();
      watcher.close();
      oauth.close();
      finds.close();
      await receiver.close();
      await doctor.close();
      const ending = [...running];
      for (const exchange of ending) exchange.abort();
      await Promise.all(ending.map((exchange) => exchange.outcome));
      for (const close of closers) await close();
      pool.close();
      await sample.close();
      await vault.settled();
      await sessions.close();
    },
  };
}
