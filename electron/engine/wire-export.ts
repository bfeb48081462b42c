import { FRAME_TEXT_CHARS } from '../../shared/contract/limits.ts';
import type { FrameText } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { done, refused } from '../../shared/lib/result.ts';
import type { Body, Entry, RequestEntry } from '../../shared/model/entry.ts';
import { type CurlCommand, type CurlShell, curlCommand } from '../../shared/replay/curl.ts';
import { createHar } from '../../shared/replay/har.ts';
import { exchangeText, frameText } from '../../shared/replay/http-text.ts';
import { createShareScan, type ShareReport } from '../../shared/replay/share.ts';
import { entryAt } from './entries.ts';
import { EXCHANGE_TEXT_LIMIT_CHARS, HAR_LIMIT_CHARS } from './limits.ts';
import type { Masking } from './masking/masking.ts';
import { createRemask, createTurns } from './masking/remask.ts';
import type { Session } from './session.ts';

const megabytes = (chars: number): string => `${Math.round(chars / 1024 / 1024)} MB`;

/** Beginnings of frames, for a list. */
export async function frameTexts(session: Session, seqs: readonly number[]): Promise<FrameText[]> {
  const texts: FrameText[] = [];
  for (const seq of seqs) {
    const entry = await entryAt(session, seq);
    if (entry?.kind !== 'frame') continue;
    const { body, framing, event, id, retry } = entry;
    const whole = body.text ?? body.base64 ?? '';
    const text: FrameText = { seq, framing, text: whole.slice(0, FRAME_TEXT_CHARS) };
    if (body.text === undefined) text.binary = true;
    if (whole.length > FRAME_TEXT_CHARS) text.cut = true;
    if (event !== undefined) text.event = event;
    if (id !== undefined) text.id = id;
    if (retry !== undefined) text.retry = retry;
    texts.push(text);
  }
  return texts;
}

/** Indexes of the rows of one exchange, its end included. */
function* indexesOf(session: Session, exchange: number): Generator<number> {
  for (let index = 0; index < session.rows.length; index += 1) {
    if (session.rows.exchangeAt(index) === exchange) yield index;
  }
}

const noExchange = (session: Session, exchange: number): Reply<never> =>
  refused('not-found', `Session ${session.id} has no exchange ${exchange}.`);

/** The command that sends the first request of an exchange again. */
export async function curlOf(
  session: Session,
  exchange: number,
  shell: CurlShell,
  masking: Masking,
): Promise<Reply<CurlCommand>> {
  const remask = createRemask(masking);
  const requests: RequestEntry[] = [];
  let stream = false;
  for (const index of indexesOf(session, exchange)) {
    const row = session.rows.at(index);
    if (row?.stream) stream = true;
    const entry = row?.kind === 'request' ? await session.source?.entry(index) : undefined;
    if (entry?.kind === 'request') requests.push(remask(entry) as RequestEntry);
  }
  const [request] = requests;
  if (!request) return noExchange(session, exchange);
  const accepts = request.headers.find(([name]) => name.toLowerCase() === 'accept')?.[1] ?? '';
  return curlCommand(
    { request, redirected: requests.length > 1, stream: stream || accepts.includes('text/event-stream') },
    shell,
  );
}

/** A whole exchange, or its answer without the heads, as text. */
export async function textOf(
  session: Session,
  exchange: number,
  part: 'exchange' | 'answer',
  masking: Masking,
): Promise<Reply<string>> {
  const remask = createRemask(masking);
  const entries: Entry[] = [];
  const rest = createTurns();
  let chars = 0;
  for (const index of indexesOf(session, exchange)) {
    const entry = await session.source?.entry(index);
    if (!entry) continue;
    entries.push(remask(entry));
    if ('body' in entry) chars += (entry.body.text ?? entry.body.base64 ?? '').length;
    if (chars > EXCHANGE_TEXT_LIMIT_CHARS) {
      const limit = megabytes(EXCHANGE_TEXT_LIMIT_CHARS);
      return refused('not-supported', `Exchange ${exchange} is larger than ${limit}; export the session instead.`);
    }
    await rest();
  }
  if (entries.length === 0) return noExchange(session, exchange);
  if (part === 'exchange') return done(exchangeText(entries));
  return done(entries.map((entry) => (entry.kind === 'frame' ? frameText(entry) : '')).join(''));
}

const bytesOf = ({ text, base64 }: Body): Buffer =>
  text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text, 'utf8');

/** The session as an HTTP Archive. Stops when `signal` does. Refused above `limit` characters. */
export async function harOf(
  session: Session,
  version: string,
  masking: Masking,
  signal?: AbortSignal,
  limit: number = HAR_LIMIT_CHARS,
): Promise<Reply<string>> {
  const har = createHar({
    session: session.header,
    version,
    base64: (bodies) => Buffer.concat(bodies.map(bytesOf)).toString('base64'),
  });
  const remask = createRemask(masking);
  const rest = createTurns();
  const last = session.rows.length;
  for (let index = 0; index < last; index += 1) {
    const entry = await session.source?.entry(index);
    if (!entry) continue;
    har.push(remask(entry));
    if (har.chars > limit) return tooLarge(limit);
    if (signal?.aborted) return refused('aborted', 'Nobody waits for the archive any more.');
    await rest();
  }
  const text = har.finish();
  return text.length > limit ? tooLarge(limit) : done(text);
}

const tooLarge = (limit: number): Reply<never> =>
  refused(
    'not-supported',
    `The archive would be larger than ${megabytes(limit)}. Export the session file, which has no limit.`,
  );

/** What an export of the session leaves out, and what stays in it that says something about this computer. */
export async function shareOf(session: Session, masking: Masking): Promise<ShareReport> {
  const scan = createShareScan();
  const remask = createRemask(masking);
  const rest = createTurns();
  const last = session.rows.length;
  for (let index = 0; index < last; index += 1) {
    const entry = await session.source?.entry(index);
    if (entry) scan.push(remask(entry));
    await rest();
  }
  return scan.report();
}
