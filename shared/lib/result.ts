/** A value, or a reason why there is none. Expected trouble travels as data; only bugs throw. */
export type Reply<T> = { ok: true; value: T } | { ok: false; error: Trouble };

/** What went wrong, in a form every host can carry. `code` is stable, `message` is a plain sentence. */
export interface Trouble {
  code: TroubleCode;
  message: string;
  /** The raw answer, a stack of causes, or another thing worth showing below the message. */
  detail?: unknown;
  /** Status of the HTTP answer behind it. */
  httpStatus?: number;
}

export type TroubleCode =
  | 'bad-input'
  | 'not-found'
  | 'not-supported'
  | 'busy'
  | 'aborted'
  | 'network'
  | 'tls'
  | 'timeout'
  | 'http'
  | 'auth'
  /** Credentials would go to another origin; `detail` is a ConsentNeeded. Nothing was sent. */
  | 'consent'
  | 'sse'
  | 'json'
  | 'rpc'
  | 'protocol'
  | 'storage'
  | 'internal';

export const done = <T>(value: T): Reply<T> => ({ ok: true, value });

export const refused = (code: TroubleCode, message: string, detail?: unknown): Reply<never> => ({
  ok: false,
  error: detail === undefined ? { code, message } : { code, message, detail },
});
