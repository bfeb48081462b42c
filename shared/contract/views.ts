import type { SignedForm } from '../a2a/card/canonical.ts';
import type { Reading } from '../a2a/reduce/reading.ts';
import type { Section } from '../lenses/lens.ts';
import type { Trouble } from '../lib/result.ts';
import type { AgentOptions, Negotiated } from '../model/agent.ts';
import type { AgentCard } from '../model/card.ts';
import type { Entry, Framing, Timings } from '../model/entry.ts';
import type { Issue } from '../model/issue.ts';
import type { Lane, Row, RowKind } from '../model/row.ts';
import type { PackedRows } from './packed-rows.ts';

export type { OutcomeKind, OutcomeView } from '../a2a/reduce/outcome.ts';
export type { AgentOptions, InterfaceVerdict, Negotiated, ProxyChoice, TlsOptions } from '../model/agent.ts';
export type * from './doctor.ts';

export type HostId = 'electron' | 'web' | 'cli' | 'fake';

/** What this host can do; the page asks these and never which host it is. */
export interface Capabilities {
  /** Native open and save dialogs. Without them the page uses the browser's own. */
  dialogs: boolean;
  /** Opening a link outside the window. */
  externalLinks: boolean;
  /** Files of this computer are read when the person says so: the agent may run here, too. */
  localFiles?: true;
  /** A file is opened in another program, or dragged out of the window. */
  handsOut?: true;
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
  /** Secrets that were kept in memory only and have to be entered again. */
  forgotten?: ('key' | 'pfx' | 'proxy')[];
}

/** An agent just connected to. Its card comes along, so that showing it takes no second question. */
export interface ConnectedAgent extends AgentView {
  /** Left out where none was ever read. */
  card?: CardView;
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
  /** What became of each signature on the card, in its order. */
  signatures: SignatureView[];
  /** Public card fetched before, when this one is the extended card. */
  seq?: number;
}

/**
 * `trusted`: a key that the person trusts has signed this card. `invalid`: such a key is there and the signature does not
 * match. `cannot-check`: nobody knows.
 */
export interface SignatureView {
  state: 'trusted' | 'invalid' | 'cannot-check';
  alg?: string;
  kid?: string;
  /** Which reading of the presence rules matched. */
  form?: SignedForm;
  /** Why it cannot be checked. */
  why?: 'no-key' | 'bad-key' | 'algorithm' | 'unreadable';
}

export interface SessionView {
  id: string;
  title: string;
  /** RFC 3339. */
  started: string;
  bytes: number;
  live: boolean;
  /** Present while its file is being read. */
  loading?: SessionLoading;
  /** What its file lacks, once it was read to the end. */
  damage?: SessionDamage;
}

/** How far the file of a session has been read, in bytes. */
export interface SessionLoading {
  bytes: number;
  of: number;
}

/** What of a session's file is not among its rows. At least one is present. */
export interface SessionDamage {
  /** Bytes after the last complete line. */
  tornBytes?: number;
  /** Complete lines that are no entry. */
  unreadableLines?: number;
  /** Why the file could not be read further. */
  problem?: string;
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

/** What a list shows of one frame: the beginning of its text, byte for byte. */
export interface FrameText {
  seq: number;
  framing: Framing;
  /** UTF-8 text, or base64 when `binary`. */
  text: string;
  binary?: true;
  /** There is more than `text`. */
  cut?: true;
  event?: string;
  id?: string;
  /** Milliseconds. */
  retry?: number;
}

export interface FoundEntries {
  /** In order; the exchange is 0 for entries of none. */
  hits: { seq: number; exchange: number }[];
  /** Highest seq that was looked at. */
  scanned: number;
  /** Nothing was left to look at. */
  done: boolean;
}

/** One row that a search over all sessions found. */
export interface FoundRow {
  session: string;
  seq: number;
  /** Milliseconds since that session started. */
  at: number;
  lane: Lane;
  kind: RowKind;
  name?: string;
  text: string;
  /** Where the words stand in the entry, when the row's own text does not have them. */
  around?: string;
}

export interface FindPage {
  /** Newest session first; within one in order. */
  hits: FoundRow[];
  /** Sessions that could not be read, or not to the last line; each is told once. */
  problems: { session: string; title: string; message: string }[];
  /** What was looked through so far; rows of all sessions together. */
  progress: { sessions: number; ofSessions: number; rows: number; bytes: number; ofBytes: number };
  /** Nothing is left to look through. */
  done: boolean;
  /** Goes on with the search; absent when it is done. */
  next?: string;
}

export interface FeedRequest {
  session: string;
  /** Last seq the page already has; 0 for all. */
  after: number;
}

/** Something changed that is not in the log. */
export type Signal = 'agents' | 'access' | 'sessions' | 'settings' | 'lenses' | 'doctor' | 'watches' | 'receiver';

export interface FeedBatch {
  session: string;
  rows: Row[];
  /** Highest seq recorded by now; rows may lag behind it while the page is slow. */
  last: number;
  signals?: Signal[];
  /** Wall clock of `at = 0`, RFC 3339; on the first batch. */
  started?: string;
  /** More rows come from the session's file; `last` grows until a batch is without this. */
  loading?: SessionLoading;
  /** On the first batch after the file was read. */
  damage?: SessionDamage;
  /** Rows that may be on their way before one has to be acknowledged; on the first batch, and when it changes. */
  window?: number;
  /** The rows, while a host carries many of them to its page. */
  packed?: PackedRows | string;
}
