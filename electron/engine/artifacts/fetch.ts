import type { FetchAnswer, FetchProgress } from '../../../shared/contract/artifacts.ts';
import { MASK } from '../../../shared/lib/mask.ts';
import { done, type Reply, refused, type Trouble } from '../../../shared/lib/result.ts';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import { type Attempt, sendWithAccess } from '../access/attempt.ts';
import { noteLeftOut } from '../access/notes.ts';
import type { AgentRecord } from '../agents.ts';
import { runExchange } from '../exchange.ts';
import { parseHttpUrl } from '../http/client.ts';
import { overrideHeaders } from '../http/headers.ts';
import type { Elsewhere, HttpTimeouts } from '../http/types.ts';
import { maskUrl } from '../mask.ts';
import { originOf } from '../origins.ts';
import type { EngineParts } from '../parts.ts';
import type { WireHandle, WireSink } from '../transports/transport.ts';
import { barePass, type FilePass, filePass } from './file-pass.ts';
import { FETCH_IDLE_MS, FETCH_LIMIT_BYTES, FETCH_LIMIT_MS } from './limits.ts';
import { type FileLimits, sendFile } from './send-file.ts';

const LIMITS: FileLimits = { bytes: FETCH_LIMIT_BYTES, ms: FETCH_LIMIT_MS };

/** What is fetched for whom. */
export interface WantedUrl {
  agent: AgentRecord;
  url: string;
  /** Origins that the person has named. */
  origins: readonly string[];
}

export interface FetchRun {
  signal?: AbortSignal | undefined;
  onProgress(progress: FetchProgress): void;
  limits?: FileLimits;
}

/** An answer, and the exchange that has the bytes. */
export type FetchedFile = FetchAnswer & { exchange: number };

/** GETs a file as a recorded exchange; never rejects. Only origins that the person has named are asked. */
export async function fetchFile(parts: EngineParts, wanted: WantedUrl, run: FetchRun): Promise<Reply<FetchedFile>> {
  const url = parseHttpUrl(wanted.url);
  if (!url) return refused('bad-input', 'Only http and https addresses are fetched.');
  if (wanted.url.includes(MASK)) {
    return refused(
      'bad-input',
      'A secret in this address was replaced before it was recorded, so it cannot be fetched.',
    );
  }
  if (!wanted.origins.includes(url.origin)) {
    return refused('bad-input', `The content lies on ${url.origin}, which was not agreed to.`);
  }
  const pass = await filePass(parts, wanted.agent, wanted.url);
  if (!pass.ok) return pass;
  if (run.signal?.aborted) return refused('aborted', STOPPED);

  let status = 0;
  let statusText = '';
  let failure: Trouble | undefined;
  let leads: URL | undefined;
  const own: HeaderLines = [
    ['User-Agent', parts.userAgent],
    ['Accept', '*/*'],
    // The digest is that of the file, not of what it was packed into.
    ['Accept-Encoding', 'identity'],
  ];
  const send =
    (by: FilePass) =>
    (sink: WireSink): WireHandle =>
      sendFile(
        parts.http,
        {
          method: 'GET',
          url: wanted.url,
          headers: overrideHeaders(own, by.headers),
          query: by.query,
          timeouts: timeoutsOf(parts.settings.timeouts()),
          allowSelfSigned: by.way.allowSelfSigned,
          connection: by.way,
          idempotent: true,
          elsewhere: (to) => {
            if (wanted.origins.includes(to.origin)) return followBare(parts, wanted.agent, by, to);
            leads = to;
            return {
              refusal: { code: 'http', message: `The redirect to ${to.origin} was not followed: nobody has named it.` },
            };
          },
        },
        sink,
        run.limits ?? LIMITS,
        run.onProgress,
      );
  const listen = (sink: WireSink): WireSink => ({
    ...sink,
    head(head) {
      ({ status, statusText } = head);
      sink.head(head);
    },
    end(end) {
      failure = end.error;
      sink.end(end);
    },
  });
  const { pass: access } = pass.value;
  const attempt: Attempt | undefined = access && {
    pass: access,
    send: send(pass.value),
    again: async (next) => done({ send: send({ ...next, pass: next }) }),
    idempotent: true,
    // Like cards, files are often given to everybody: one that came says nothing about credentials.
    card: true,
    exchange: () => exchange.number,
  };
  const recorder = parts.sessions.live;
  const exchange = runExchange(recorder, { agent: wanted.agent.id, operation: 'FetchFile' }, (sink) =>
    attempt ? sendWithAccess(parts.access, attempt, listen(sink)) : send(pass.value)(listen(sink)),
  );
  if (access) noteLeftOut(recorder, exchange, access);
  parts.running.add(exchange);
  const onAbort = () => exchange.abort();
  run.signal?.addEventListener('abort', onAbort);
  await exchange.outcome;
  run.signal?.removeEventListener('abort', onAbort);
  parts.running.delete(exchange);

  const { number } = exchange;
  if (leads) {
    const { secrets } = parts;
    return done({
      state: 'elsewhere',
      from: url.origin,
      origin: leads.origin,
      url: maskUrl(leads.href, secrets),
      exchange: number,
    });
  }
  const guarded = status === 401 || status === 403;
  if (failure && (status < 400 || (guarded && access))) return { ok: false, error: failure };
  if (status < 200 || status > 299) return refusedBy(url, status, statusText, access !== undefined);
  return done({ state: 'fetched', exchange: number });
}

const STOPPED = 'The fetch was stopped.';

function refusedBy({ origin }: URL, status: number, statusText: string, asAgent: boolean): Reply<never> {
  const answer = `${status}${statusText ? ` ${statusText}` : ''}`;
  const bare = (status === 401 || status === 403) && !asAgent;
  const why = bare ? ' It wants credentials, and those of the agent do not go to another origin.' : '';
  return refused('http', `${origin} answered ${answer} instead of the file.${why}`);
}

function timeoutsOf({ idleMs, ...others }: HttpTimeouts): HttpTimeouts {
  return { ...others, idleMs: idleMs === 0 ? FETCH_IDLE_MS : Math.min(idleMs, FETCH_IDLE_MS) };
}

/** On to another origin that the person has named. Nothing that was entered goes along. */
function followBare(parts: EngineParts, agent: AgentRecord, from: FilePass, to: URL): Elsewhere {
  const sent = [...from.query, ...from.headers].flatMap(([, value]) => [value, value.replace(/^\S+ /, '')]);
  const carried = new Set(sent.filter((value) => value !== ''));
  const url = new URL(to.href);
  for (const [name, value] of to.searchParams) if (carried.has(value)) url.searchParams.delete(name);
  return {
    follow: async () => {
      const bare = await barePass(parts, agent, to.href);
      if (!bare.ok) return bare;
      const { way } = bare.value;
      return done({
        url,
        barred: from.headers.map(([name]) => name.toLowerCase()),
        barredQuery: from.query.map(([name]) => name),
        connection: way,
        allowSelfSigned: way.allowSelfSigned,
        note: `Followed to ${originOf(to.href) ?? to.href}, as you agreed; nothing that was entered went along.`,
      });
    },
  };
}
