import type { Pointer } from '../../../shared/lib/pointer.ts';
import { AUTH_STEPS, type AuthStepName } from '../../../shared/model/credential.ts';
import type { Body, Entry, RequestEntry } from '../../../shared/model/entry.ts';
import {
  headerSecrets,
  isSecretContainer,
  isSecretHeader,
  isSecretKey,
  MASK,
  maskHeaders,
  maskUrl,
  SUSPICIOUS,
  urlSecrets,
} from '../mask.ts';
import type { SecretValues } from '../secret-values.ts';
import { maskDetail } from './deep.ts';
import { looksLikeForm, maskForm } from './form-body.ts';
import { isKeyWord } from './gate.ts';
import { type MaskedText, maskJson } from './json-body.ts';

/** What the answers of an exchange hold: tokens, push settings that are read back, a file, or what agents say. */
export type AnswerKind = 'token' | 'push' | 'file' | 'plain';

export function answerKind(operation: RequestEntry['operation']): AnswerKind {
  if ((AUTH_STEPS as readonly string[]).includes(operation satisfies string | AuthStepName)) return 'token';
  if (operation === 'FetchFile') return 'file';
  return operation.includes('PushNotificationConfig') ? 'push' : 'plain';
}

const secretPlace = (key: string | undefined, pointer: Pointer): boolean =>
  (key !== undefined && isSecretKey(key)) || inNamedPlace(key, pointer);

/** Under `llm_headers` and the like names are those of header lines; under `secrets` every text is one. */
function inNamedPlace(key: string | undefined, pointer: Pointer): boolean {
  const steps = pointer.split('/').slice(1, -1);
  const parent = steps[steps.length - 1];
  if (key !== undefined && parent !== undefined && /headers$/i.test(parent) && isSecretHeader(key)) return true;
  return steps.some(isSecretContainer);
}

/**
 * In what agents say only `metadata` is searched by key: it is what comes back of a request. Streams of models have
 * `token` too.
 */
const secretEcho = (key: string | undefined, pointer: Pointer): boolean =>
  pointer.includes('/metadata/') && key !== undefined && isKeyWord(key) && secretPlace(key, pointer);

/** The body of a request without secrets. What is found by its name is known from then on. */
export function maskRequestBody(body: Body, form: boolean, secrets: SecretValues): Body {
  const { text } = body;
  if (text === undefined) return maskBinary(body, secrets);
  return withMasks(
    body,
    learned(form && looksLikeForm(text) ? maskForm(text, secrets) : byKey(text, secretPlace, secrets), secrets),
  );
}

/**
 * A received body without secrets; the same object when it has none. Only from a token service anything is learned: an
 * agent could name any word a secret and so blank out what it says later.
 */
export function maskAnswerBody(body: Body, kind: AnswerKind, secrets: SecretValues): Body {
  const { text } = body;
  if (text === undefined) return maskBinary(body, secrets);
  // What keys of a file mean nobody knows; only values that are known are taken out.
  if (kind === 'file') return withMasks(body, byValue(text, secrets));
  if (kind === 'plain') {
    return withMasks(body, text.includes('"metadata"') ? byKey(text, secretEcho, secrets) : byValue(text, secrets));
  }
  if (kind === 'push') return withMasks(body, byKey(text, secretPlace, secrets));
  return withMasks(
    body,
    learned(looksLikeForm(text) ? maskForm(text, secrets) : byKey(text, secretPlace, secrets), secrets),
  );
}

type PlaceTest = (key: string | undefined, pointer: Pointer) => boolean;

const byKey = (text: string, isSecret: PlaceTest, secrets: SecretValues): MaskedText | undefined =>
  SUSPICIOUS.test(text) ? maskJson(text, isSecret, secrets) : byValue(text, secrets);

const byValue = (text: string, secrets: SecretValues): MaskedText | undefined =>
  secrets.mayOccurIn(text) ? maskJson(text, undefined, secrets) : undefined;

function learned(masked: MaskedText | undefined, secrets: SecretValues): MaskedText | undefined {
  if (masked) secrets.learn(masked.secrets);
  return masked;
}

function withMasks(body: Body, masked: MaskedText | undefined): Body {
  if (!masked || masked.text === body.text) return body;
  return { ...body, text: masked.text, masked: [...(body.masked ?? []), ...masked.masked] };
}

/** Bytes that are no text cannot be masked in place, so nothing of them stays. */
function maskBinary(body: Body, secrets: SecretValues): Body {
  const { base64 } = body;
  if (base64 === undefined || secrets.empty) return body;
  const bytes = Buffer.from(base64, 'base64');
  if (!secrets.occursInBytes(bytes, 0, bytes.length) && !secrets.mayOccurIn(base64)) return body;
  return { bytes: body.bytes, text: MASK, masked: [''] };
}

const isFormRequest = ({ headers }: RequestEntry): boolean =>
  headers.some(([name, value]) => /^content-type$/i.test(name) && /x-www-form-urlencoded/i.test(value));

/** An entry as it may be written. The same object when it holds no secret. */
export function maskEntry<E extends Entry>(entry: E, kind: AnswerKind, secrets: SecretValues): E;
export function maskEntry(entry: Entry, kind: AnswerKind, secrets: SecretValues): Entry {
  switch (entry.kind) {
    case 'request':
      // The address of a file is the agent's: it could name any word a secret and so blank out what it says later.
      if (kind !== 'file') secrets.learn([...headerSecrets(entry.headers), ...urlSecrets(entry.url)]);
      return {
        ...entry,
        url: maskUrl(entry.url, secrets),
        headers: maskHeaders(entry.headers, secrets),
        body: maskRequestBody(entry.body, isFormRequest(entry) || kind === 'token', secrets),
      };
    case 'head':
      return {
        ...entry,
        statusText: secrets.mask(entry.statusText),
        headers: maskHeaders(entry.headers, secrets),
      };
    case 'frame': {
      const body = maskAnswerBody(entry.body, kind, secrets);
      const event = entry.event === undefined ? undefined : secrets.mask(entry.event);
      const id = entry.id === undefined ? undefined : secrets.mask(entry.id);
      if (body === entry.body && event === entry.event && id === entry.id) return entry;
      return { ...entry, body, ...(event !== undefined && { event }), ...(id !== undefined && { id }) };
    }
    case 'end':
      return {
        ...entry,
        ...(entry.error && { error: maskDetail(entry.error, secrets) }),
        ...(entry.trailers && { trailers: maskHeaders(entry.trailers, secrets) }),
      };
    case 'delivery':
      // What was registered is known. Of other lines nothing is learned: anybody could name a word a secret by them.
      return {
        ...entry,
        url: maskUrl(entry.url, secrets),
        headers: maskHeaders(entry.headers, secrets),
        body: maskAnswerBody(entry.body, 'plain', secrets),
      };
    case 'note':
      return { ...entry, ...(entry.detail && { detail: maskDetail(entry.detail, secrets) }) };
  }
}
