import { isObject, parseJson } from '../../../shared/lib/json.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import type { PreparedCall, WireEnd, WireHandle, WireSink } from '../transports/transport.ts';
import type { Access, Pass } from './access.ts';

/** A request that may have to be made a second time, with a new token. */
export interface Attempt {
  pass: Pass;
  send(sink: WireSink): WireHandle;
  /** The same request with another pass. */
  again(pass: Pass): Promise<Reply<PreparedCall>>;
  /** May be made twice. */
  idempotent: boolean;
  card: boolean;
  /** Number of the exchange once it is known. */
  exchange(): number | undefined;
}

interface Answer {
  /** 0 before any answer; that of gRPC as the one of HTTP that means the same. */
  status: number;
  headers: HeaderLines;
}

/** Statuses of gRPC about who is asking, as those of HTTP. */
const GRPC_GUARDED: Readonly<Record<number, number>> = { 16: 401, 7: 403 };

/**
 * Sends, and learns from the answer what it says about the credentials. A token that was refused is replaced once, and
 * the request made once more in the same exchange when that can do no harm. The end of a refused request says in words
 * what was tried and what to do.
 */
export function sendWithAccess(access: Access, attempt: Attempt, sink: WireSink): WireHandle {
  let handle: WireHandle | undefined;
  let stopped = false;
  /** The end that waits for a new token. */
  let held: WireEnd | undefined;

  const finish = (pass: Pass, end: WireEnd, { status, headers }: Answer, renewal?: string) => {
    const { card } = attempt;
    const told = { status, headers, card, exchange: attempt.exchange(), ...(renewal !== undefined && { renewal }) };
    const trouble = status === 0 ? undefined : access.judge(pass, told);
    sink.end(trouble && end.cause === 'complete' ? { ...end, error: trouble } : end);
  };

  const run = (pass: Pass, send: Attempt['send'], renewed: boolean): WireHandle => {
    const answer: Answer = { status: 0, headers: [] };
    return send({
      ...sink,
      head(head) {
        answer.status = head.status;
        answer.headers = head.headers;
        sink.head(head);
      },
      frame(framing, body, fields, source) {
        if (framing === 'grpc-status') answer.status = grpcStatus(body.text) ?? answer.status;
        sink.frame(framing, body, fields, source);
      },
      end(end) {
        const refused = answer.status === 401 && end.cause === 'complete';
        if (renewed) finish(pass, end, answer, refused ? 'The token was replaced before that.' : undefined);
        else if (!refused || stopped || !attempt.idempotent) finish(pass, end, answer);
        else void renewAndSend(pass, end, answer);
      },
    });
  };

  const renewAndSend = async (pass: Pass, end: WireEnd, answer: Answer) => {
    held = end;
    const renewed = await access.renew(pass);
    const prepared = renewed?.ok ? await attempt.again(renewed.value) : renewed;
    // Stopped meanwhile: the end is out.
    if (held === undefined) return;
    held = undefined;
    if (!renewed || !prepared) finish(pass, end, answer);
    else if (!renewed.ok || !prepared.ok) {
      finish(pass, end, answer, prepared.ok ? undefined : prepared.error.message);
    } else {
      const { status } = answer;
      sink.note('The token was refused (401). It was replaced, and the request is sent once more.', { status });
      handle = run(renewed.value, (one) => prepared.value.send(one), true);
    }
  };

  handle = run(attempt.pass, attempt.send, false);
  return {
    abort() {
      stopped = true;
      if (held === undefined) {
        handle?.abort();
        return;
      }
      const end = held;
      held = undefined;
      const error = { code: 'aborted' as const, message: 'Stopped listening on request of the user.' };
      queueMicrotask(() => sink.end({ ...end, cause: 'aborted', error }));
    },
  };
}

function grpcStatus(text: string | undefined): number | undefined {
  const parsed = text === undefined ? undefined : parseJson(text);
  const code = parsed?.ok && isObject(parsed.value) ? parsed.value.code : undefined;
  return typeof code === 'number' ? (GRPC_GUARDED[code] ?? (code === 0 ? 200 : 500)) : undefined;
}
