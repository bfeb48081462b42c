import * as z from 'zod/mini';
import { OPERATION_NAMES } from '../model/operation.ts';
import { CURL_SHELLS, type CurlCommand } from '../replay/curl.ts';
import { accessProcedures } from './access.ts';
import { artifactProcedures } from './artifacts.ts';
import type { DoctorView, OptionsCheck } from './doctor.ts';
import { lensProcedures } from './lenses.ts';
import { FIND_LIMIT, READ_LIMIT } from './limits.ts';
import { procedure } from './procedure.ts';
import { receiverProcedures } from './receiver.ts';
import type {
  AgentView,
  AppInfo,
  CardView,
  ConnectedAgent,
  EntryView,
  FindPage,
  FoundEntries,
  FrameText,
  OutcomeView,
  SessionView,
} from './views.ts';
import { watchProcedures } from './watch.ts';

const none = z.object({});
const text = z.string();
const headers = z.array(z.tuple([text, text]));
const agentOptions = z.object({
  version: z.optional(z.enum(['1.0', '0.3'])),
  binding: z.optional(z.enum(['JSONRPC', 'HTTP+JSON', 'GRPC'])),
  endpoint: z.optional(text),
  tenant: z.optional(text),
  extensions: z.optional(z.array(text)),
  headers: z.optional(headers),
  tls: z.optional(
    z.object({
      ca: z.optional(text),
      cert: z.optional(text),
      key: z.optional(text),
      pfx: z.optional(text),
      passphrase: z.optional(text),
      allowSelfSigned: z.optional(z.boolean()),
    }),
  ),
  proxy: z.optional(
    z.discriminatedUnion('use', [
      z.object({ use: z.literal('none') }),
      z.object({ use: z.literal('system') }),
      z.object({ use: z.literal('url'), url: text }),
    ]),
  ),
});
const seq = z.number();

/** Every call there is. Electron, web and CLI dispatch the same table. */
export const procedures = {
  'app.info': procedure<AppInfo>()(none),

  'agents.list': procedure<AgentView[]>()(none),
  /** Adds the agent and fetches its card; the agent stays in the list when that fails. */
  'agents.add': procedure<ConnectedAgent>()(
    /** `connect: false` leaves the card for later. */
    z.object({ url: text, options: z.optional(agentOptions), connect: z.optional(z.boolean()) }),
  ),
  'agents.update': procedure<AgentView>()(z.object({ agent: text, options: agentOptions, name: z.optional(text) })),
  'agents.remove': procedure<null>()(z.object({ agent: text })),
  /** Ends everything that goes on with the agent and closes the connections to it; it stays in the list. */
  'agents.disconnect': procedure<AgentView>()(z.object({ agent: text })),
  /** Starts the built-in agent when needed and connects to it. */
  'agents.sample': procedure<ConnectedAgent>()(none),

  /** The card known so far; not-found when none was ever read. */
  'card.get': procedure<CardView>()(z.object({ agent: text })),
  /** Fetches the card again (revalidating), or the extended card. */
  'card.fetch': procedure<CardView>()(z.object({ agent: text, extended: z.optional(z.boolean()) })),

  /** Sends one operation; the answer arrives in the feed. Returns as soon as the request is recorded. */
  'calls.start': procedure<{ exchange: number }>()(
    z.object({
      agent: text,
      operation: z.enum(OPERATION_NAMES),
      /** Request in the 1.0 model. */
      request: z.record(text, z.unknown()),
      options: z.optional(agentOptions),
    }),
  ),
  /**
   * Sends the message of an exchange of the live session once more, byte for byte but for its messageId: in a new context,
   * or in the one that is named, and as a new task. Not-found when the engine does not know the message any more.
   */
  'calls.again': procedure<{ exchange: number }>()(z.object({ exchange: z.number(), context: z.optional(text) })),
  /** Waits for the end of an exchange of the live session. */
  'calls.outcome': procedure<OutcomeView>()(z.object({ exchange: z.number() })),
  /** Stops listening. The task goes on at the agent. */
  'calls.abort': procedure<null>()(z.object({ exchange: z.number() })),

  /** Begins to test the way to an agent, step by step; one that runs already goes on. Its progress comes with `doctor.get`. */
  'doctor.start': procedure<DoctorView>()(z.object({ agent: text })),
  /** The run of this agent that goes on, or the last one; null when there was none. */
  'doctor.get': procedure<DoctorView | null>()(z.object({ agent: text })),
  /** Ends a run; what it found so far stays. */
  'doctor.stop': procedure<null>()(z.object({ agent: text })),
  /** Reads certificates, keys, proxy, endpoint and header lines of options without using them. */
  'doctor.check': procedure<OptionsCheck>()(z.object({ agent: z.optional(text), options: agentOptions })),

  /** Subscribes to a task without waiting for the next attempt, or for the first time. */
  'streams.subscribe': procedure<{ exchange: number }>()(z.object({ agent: text, task: text })),
  /** Fetches a task and notes what it holds that no event said. */
  'streams.fetch': procedure<{ exchange: number }>()(z.object({ agent: text, task: text })),
  /** Makes no more attempts to open a task's stream again. */
  'streams.stop': procedure<null>()(z.object({ agent: text, task: text })),
  /** Ends an exchange as if its connection had been lost, to see what happens then. */
  'streams.drop': procedure<null>()(z.object({ exchange: z.number() })),

  'sessions.list': procedure<SessionView[]>()(none),
  /** Loads a kept session so that a feed can be opened on it. */
  'sessions.open': procedure<SessionView>()(z.object({ session: text })),
  /** Takes over a session file's text, for hosts without dialogs, or opens a file dialog when `content` is absent. */
  'sessions.import': procedure<SessionView | null>()(z.object({ name: z.optional(text), content: z.optional(text) })),
  /** The session file's text. */
  'sessions.export': procedure<{ name: string; content: string }>()(z.object({ session: text })),
  /**
   * Rows of all sessions that a filter lets through, newest session first; words are looked for in whole bodies, too. Looks
   * for a while, then answers with what it has; ask again with `next` as `after` until `done`. Nobody asking ends it.
   */
  'sessions.find': procedure<FindPage>()(
    z.object({
      filter: text,
      after: z.optional(text),
      limit: z.optional(z.number().check(z.gte(1), z.lte(FIND_LIMIT))),
    }),
  ),
  'sessions.rename': procedure<SessionView>()(z.object({ session: text, title: text })),
  'sessions.remove': procedure<null>()(z.object({ session: text })),
  /** Ends the recording and begins a new one. */
  'sessions.start': procedure<SessionView>()(none),

  'entries.get': procedure<EntryView>()(z.object({ session: text, seq })),
  /** `brief` leaves out the bodies and their JSON text, which the readings say once more. */
  'entries.read': procedure<EntryView[]>()(
    z.object({
      session: text,
      seqs: z.array(seq).check(z.maxLength(READ_LIMIT)),
      brief: z.optional(z.boolean()),
    }),
  ),
  /** Body text of an entry beyond what `entries.get` carries; offset and length in characters. */
  'entries.body': procedure<{ text: string; total: number }>()(
    z.object({ session: text, seq, offset: z.number(), length: z.number() }),
  ),

  /** The beginning of frames' verbatim texts, in the order asked for; seqs that are no frame are left out. */
  'wire.frames': procedure<FrameText[]>()(
    z.object({ session: text, seqs: z.array(seq).check(z.maxLength(READ_LIMIT)) }),
  ),
  /**
   * Entries after a seq whose verbatim text, address or header lines hold all the words, upper and lower case alike. Looks
   * for a while, then answers with what it has; ask again from `scanned` until `done`.
   */
  'wire.find': procedure<FoundEntries>()(z.object({ session: text, words: z.array(text), after: seq })),
  /** The command that sends an exchange's request again. */
  'wire.curl': procedure<CurlCommand>()(z.object({ session: text, exchange: z.number(), shell: z.enum(CURL_SHELLS) })),
  /** An exchange as HTTP text, or what was answered in it without the heads. */
  'wire.text': procedure<{ text: string }>()(
    z.object({ session: text, exchange: z.number(), part: z.enum(['exchange', 'answer']) }),
  ),
  /** The session as an HTTP Archive. */
  'wire.har': procedure<{ name: string; content: string }>()(z.object({ session: text })),

  ...accessProcedures,
  ...artifactProcedures,

  ...lensProcedures,
  ...watchProcedures,
  ...receiverProcedures,

  'settings.get': procedure<Record<string, unknown>>()(none),
  'settings.set': procedure<null>()(z.object({ key: text, value: z.unknown() })),

  /** Opens an http(s) link outside; the page has shown the full URL before. */
  'links.open': procedure<null>()(z.object({ url: text })),
};

export type Procedures = typeof procedures;
export type ProcedureName = keyof Procedures;
export type InputOf<N extends ProcedureName> = Procedures[N] extends { input: z.ZodMiniType<infer I> } ? I : never;
export type OutputOf<N extends ProcedureName> = Procedures[N] extends { output?: infer O }
  ? NonNullable<O> | Extract<O, null>
  : never;
