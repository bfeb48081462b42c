import type { AppInfo, Signal } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import type { Access } from './access/access.ts';
import type { Consents } from './access/consents.ts';
import type { Credentials } from './access/credentials.ts';
import type { SystemCipher, Vault } from './access/seams.ts';
import type { SignIns } from './access/sign-ins.ts';
import type { Tokens } from './access/tokens.ts';
import type { Agents } from './agents.ts';
import type { Connections, ConnectionsOptions } from './connections.ts';
import type { LiveExchange } from './exchange.ts';
import type { HttpClient } from './http/client.ts';
import type { UserLenses } from './lenses/user-lenses.ts';
import type { Masking } from './masking/masking.ts';
import type { OAuth } from './oauth/types.ts';
import type { SecretValues } from './secret-values.ts';
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
  lenses: UserLenses;
  connections: Connections;
  /** Every secret value of this run. */
  secrets: SecretValues;
  /** Takes secrets out of what leaves the engine. */
  masking: Masking;
  vault: Vault;
  credentials: Credentials;
  consents: Consents;
  oauth: OAuth;
  tokens: Tokens;
  /** Puts credentials on requests. */
  access: Access;
  signIns: SignIns;
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
    /** Lets the person choose the path of a file, and asks before one is replaced; null when they chose none. */
    saveAs?(name: string): Promise<Reply<string | null>>;
    /** Lets the person choose a folder to write into; null when they chose none. */
    chooseFolder?(): Promise<Reply<string | null>>;
  };
  /** Opens an http(s) link outside. */
  openExternal?(url: string): Promise<Reply<null>>;
  /** Hands files to other programs. */
  handOut?: {
    open(path: string): Promise<Reply<null>>;
    /** Goes on with a drag that the page has begun. */
    drag(path: string): Promise<Reply<null>>;
  };
  /** Variables of the environment; left out: those of this process. */
  env?: ConnectionsOptions['env'];
  /** The operating system's proxy for a URL, in the form `PROXY host:port; DIRECT`. */
  systemProxy?(url: string): Promise<string>;
  /** Encryption of the operating system; left out: this host has none. */
  cipher?: SystemCipher;
  /** False keeps nothing on disk, for one run on the command line. */
  persist?: boolean;
  /** Has code that runs for every event compiled in idle time, after the first page came. For hosts that stay. */
  warmUp?: boolean;
  /** The network; left out: the real one. */
  http?: HttpClient;
  /** Stands in for the masking, so that tests can see it fail. */
  masking?(secrets: SecretValues): Masking;
  /** Where credentials and their secrets are kept when nothing else is. */
  accessFolder?: string;
}
