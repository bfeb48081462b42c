import type { InputOf, OutputOf, ProcedureName } from '../../shared/contract/procedures.ts';
import type { AppInfo, FeedRequest, Signal } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { done, refused } from '../../shared/lib/result.ts';
import { type AgentRecord, Agents } from './agents.ts';
import { Calls } from './calls.ts';
import { CardService } from './card-service.ts';
import { Connections } from './connections.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { Doctor } from './doctor/doctor.ts';
import type { LiveExchange } from './exchange.ts';
import { createFeeds, type FeedHandle, type FeedSink } from './feeds.ts';
import { createHandlers } from './handlers/index.ts';
import { createSocketPool } from './http/agents.ts';
import { createHttpClient } from './http/client.ts';
import { proxyOfSystem } from './http/proxy.ts';
import type { EngineOptions, EngineParts } from './parts.ts';
import { Resubscriber } from './resubscribe/resubscriber.ts';
import { createSample } from './sample.ts';
import { Sessions } from './sessions.ts';
import { Settings } from './settings.ts';
import { createTransports } from './transports/index.ts';

export type { FeedHandle, FeedSink } from './feeds.ts';
export type { EngineOptions } from './parts.ts';

/** Everything behind a page, a browser tab or a command line. Runs in plain Node. */
export interface Engine {
  /** Runs a procedure by name; the input may be anything. Never rejects. */
  dispatch: Dispatch;
  /** `dispatch` with the types of the contract, for callers in the same process. */
  call<N extends ProcedureName>(name: N, input: InputOf<N>, signal?: AbortSignal): Promise<Reply<OutputOf<N>>>;
  /** Replays the rows of a session after a seq, then follows. Nothing is sent before this returns. */
  openFeed(request: FeedRequest, sink: FeedSink): FeedHandle;
  /** Identifier of the session that is being recorded. */
  readonly liveSession: string;
  /** Stops what is running, writes everything and lets go of all files and sockets. */
  close(): Promise<void>;
}

/** Starts an engine on a data folder, repairing what an earlier run left unfinished. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { persist = true } = options;
  const folder = persist ? options.dataDir : undefined;
  const signal = (what: Signal) => feeds.signal(what);
  const problem = (message: string) => sessions.live.note({ what: 'warning', detail: { message } });

  const pool = createSocketPool();
  const http = createHttpClient({ pool });
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
  const settings = new Settings(folder, options.host === 'cli' ? { autoResubscribe: false } : {});
  const { systemProxy } = options;
  const connections = new Connections({
    settings,
    env: options.env ?? process.env,
    ...(systemProxy && { systemProxy: async (url: string) => proxyOfSystem(await systemProxy(url)) }),
  });
  const agents = new Agents(folder, () => signal('agents'));
  const sessions = new Sessions({
    dataDir: options.dataDir,
    version: options.version,
    persist,
    onChange: () => signal('sessions'),
    onProblem: problem,
  });
  const feeds = createFeeds(sessions);
  await sessions.recover();

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
  const base: EngineParts = {
    http,
    transports,
    agents,
    sessions,
    settings,
    connections,
    userAgent,
    running,
    signal,
    saveAgents,
  };
  const calls = new Calls(base);
  const streams = new Resubscriber(base, calls);
  const cards = new CardService(base, calls);
  const doctor = new Doctor({ ...base, calls, cards });
  for (const agent of agents.list()) cards.negotiate(agent);
  for (const text of [settings.problem, agents.problem]) if (text) problem(text);

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
  const dispatch = createDispatch(
    createHandlers({ ...base, options, cards, calls, streams, doctor, sample, info, wake }),
  );

  return {
    dispatch,
    call: dispatch as Engine['call'],
    openFeed: (request, sink) => feeds.open(request, sink),
    get liveSession() {
      return sessions.live.session.id;
    },
    async close() {
      feeds.close();
      streams.close();
      await doctor.close();
      const ending = [...running];
      for (const exchange of ending) exchange.abort();
      await Promise.all(ending.map((exchange) => exchange.outcome));
      pool.close();
      await sample.close();
      await sessions.close();
    },
  };
}
