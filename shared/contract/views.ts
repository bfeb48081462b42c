import type { Reading } from '../a2a/reduce/reading.ts';
import type { Section } from '../lenses/lens.ts';
import type { Trouble } from '../lib/result.ts';
import type { AgentOptions, Negotiated } from '../model/agent.ts';
import type { AgentCard } from '../model/card.ts';
import type { Entry, Timings } from '../model/entry.ts';
import type { Issue } from '../model/issue.ts';
import type { Row } from '../model/row.ts';

export type { OutcomeKind, OutcomeView } from '../a2a/reduce/outcome.ts';
export type { AgentOptions, InterfaceVerdict, Negotiated } from '../model/agent.ts';

export type HostId = 'electron' | 'web' | 'cli' | 'fake';

/** What this host can do; the page asks these and never which host it is. */
export interface Capabilities {
  /** Native open and save dialogs. Without them the page uses the browser's own. */
  dialogs: boolean;
  /** Opening a link outside the window. */
  externalLinks: boolean;
  /** Kind of secret store. */
  vault: 'os' | 'session' | 'none';
}

export interface AppInfo {
  version: string;
  host: HostId;
  platform: string;
  capabilities: Capabilities;
  /** Where sessions are kept, for people who look for the files. */
  sessionsFolder: string;
  /** The session that is being recorded. */
  liveSession: string;
  /** A line for the user after an unclean end, for example a repaired session. */
  recovered?: { session: string; droppedBytes: number };
}

export type ConnectionState = 'idle' | 'connecting' | 'connected' | 'needs-access' | 'unreachable';

export interface AgentView {
  id: string;
  /** As typed. */
  url: string;
  name: string;
  host: string;
  connection: ConnectionState;
  options: AgentOptions;
  /** RFC 3339. */
  lastSeen?: string;
  error?: Trouble;
  negotiated?: Negotiated;
  /** The agent Loupe brings along. */
  sample?: true;
}

export interface CardView {
  agent: string;
  card: AgentCard;
  /** As received, byte for byte. */
  raw: string;
  /** URL the card came from. */
  url: string;
  /** Which address answered: the 1.0 one, the old `agent.json`, the URL as typed, or the extended card operation. */
  source: 'well-known' | 'agent-json' | 'direct' | 'extended';
  etag?: string;
  /** RFC 3339. */
  fetchedAt: string;
  /** The server answered 304 and the earlier text stands. */
  notModified: boolean;
  issues: Issue[];
  negotiated?: Negotiated;
  /** Public card fetched before, when this one is the extended card. */
  seq?: number;
}

export interface SessionView {
  id: string;
  title: string;
  /** RFC 3339. */
  started: string;
  bytes: number;
  live: boolean;
}

/** One entry with all that can be said of it. */
export interface EntryView {
  entry: Entry;
  row: Row;
  /** Body text was cut for transport; ask `entries.body` for more. */
  bodyCut?: true;
  /** JSON text of the payload: SSE data lines joined, or the whole body. Lexemes as received. */
  data?: string;
  reading?: Reading;
  issues: Issue[];
  sections: Section[];
  timings?: Timings;
  /** Entries of the same exchange. */
  related: { request?: number; head?: number; end?: number };
}

export interface FeedRequest {
  session: string;
  /** Last seq the page already has; 0 for all. */
  after: number;
}

/** Something changed that is not in the log. */
export type Signal = 'agents' | 'sessions' | 'settings';

export interface FeedBatch {
  session: string;
  rows: Row[];
  /** Highest seq recorded by now; rows may lag behind it while the page is slow. */
  last: number;
  signals?: Signal[];
  /** Wall clock of `at = 0`, RFC 3339; on the first batch. */
  started?: string;
}
