import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import type { Credential } from '../../../shared/model/credential.ts';
import type { BindingId, HeaderLines } from '../../../shared/model/entry.ts';
import { piecesOf } from './pieces.ts';
import type { AccessLines, SecretRecord } from './seams.ts';

/** A credential that goes on a request, with its secrets. */
export interface Applied {
  credential: Credential;
  secrets: SecretRecord | undefined;
}

/** Everything that is put on one request, typed lines included. */
export interface RequestLines extends AccessLines {
  /** Sentences about lines that were left out because another one has their name. */
  notes: string[];
  /** A credential stands for the client certificate. */
  certificate: boolean;
}

/**
 * Puts credentials beside the header lines that a person typed. A typed line wins over one of a credential with the same
 * name, an earlier credential over a later one; cookies share one line. Refused when a secret is not there.
 */
export function linesOf(credentials: readonly Applied[], typed: HeaderLines, binding?: BindingId): Reply<RequestLines> {
  const lines: RequestLines = { headers: [], query: [], used: [], notes: [], certificate: false };
  const taken = new Map(typed.map(([name]) => [name.toLowerCase(), 'the header line typed for this agent']));
  const cookies: [name: string, value: string][] = [];
  for (const { credential, secrets } of credentials) {
    const pieces = piecesOf(credential, secrets);
    if (!pieces.ok) return pieces;
    const { id, name: title } = credential;
    let used = false;
    for (const piece of pieces.value) {
      if (piece.on === 'tls') {
        lines.certificate = true;
        used = true;
        continue;
      }
      const { on, name, value } = piece;
      if (on === 'query' && binding === 'GRPC') {
        return refused(
          'not-supported',
          `“${title}” is sent as the query parameter ${name}, and gRPC calls have no query. Choose another binding, or a credential that is sent as a header line.`,
        );
      }
      if (on === 'query') lines.query.push([name, value]);
      else if (on === 'cookie') cookies.push([name, value]);
      else {
        const winner = taken.get(name.toLowerCase());
        if (winner !== undefined) {
          lines.notes.push(`${name} of “${title}” was left out: ${winner} has the same name.`);
          continue;
        }
        taken.set(name.toLowerCase(), `that of “${title}”`);
        lines.headers.push([name, value]);
      }
      used = true;
    }
    if (used) lines.used.push(id);
  }
  lines.headers.push(...withCookies(typed, cookies));
  return done(lines);
}

/** Typed lines with cookies behind the typed ones; those of the same name stay as they were typed. */
function withCookies(typed: HeaderLines, cookies: readonly [string, string][]): HeaderLines {
  if (cookies.length === 0) return typed;
  const isCookie = ([name]: HeaderLines[number]) => name.toLowerCase() === 'cookie';
  const own = typed.filter(isCookie).map(([, value]) => value);
  const known = new Set(own.flatMap((line) => line.split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '')));
  const pairs: string[] = [];
  for (const [name, value] of cookies) {
    if (known.has(name)) continue;
    known.add(name);
    pairs.push(`${name}=${value}`);
  }
  const line: HeaderLines[number] = ['Cookie', [...own, ...pairs].filter((text) => text !== '').join('; ')];
  return [...typed.filter((one) => !isCookie(one)), line];
}
