import type { AppInfo, Signal } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import type { Agents } from './agents.ts';
import type { Connections, ConnectionsOptions } from './connections.ts';
import type { LiveExchange } from './exchange.ts';
import type { HttpClient } from './http/client.ts';
import type { Sessions } from './sessions.ts';
import type { Settings } from './settings.ts';
import type { Transports } from './transports/index.ts';

/** What the services of one engine share. */
export interface EngineParts {
  http: HttpClient;
  transports: Transports;
  agents: Agents;
  sessions: Sessions;
  settings: Settings;
  connections: Connections;
  userAgent: string;
  /** Exchanges without an end. */
  running: Set<LiveExchange>;
  /** Tells the pages that something outside the log changed. */
  signal(signal: Signal): void;
  saveAgents(): Reply<null>;
}

/** What the host gives to an engine. */
export interface EngineOptions {
  /** Folder for everything that is kept. */
  dataDir: string;
  host: AppInfo['host'];
  version: string;
  platform: string;
  capabilities: AppInfo['capabilities'];
  /** Starts the agent that comes along. */
  startSample?(): Promise<{ url: string; close(): Promise<void> }>;
  dialogs?: {
    /** Lets the person choose a session file; null when they chose none. */
    open(): Promise<Reply<{ name: string; content: string } | null>>;
  };
  /** Opens an http(s) link outside. */
  openExternal?(url: string): Promise<Reply<null>>;
  /** Variables of the environment; left out: those of this process. */
  env?: ConnectionsOptions['env'];
  /** The operating system's proxy for a URL, in the form `PROXY host:port; DIRECT`. */
  systemProxy?(url: string): Promise<string>;
  /** False keeps nothing on disk, for one run on the command line. */
  persist?: boolean;
}
