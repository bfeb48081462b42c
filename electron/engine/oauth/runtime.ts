import { webcrypto } from 'node:crypto';
import { ServiceHeaders, ServiceResponse } from './web-objects.ts';

/*
 * What the OAuth library expects of every runtime and Node 16 does not have as globals. It asks for `crypto` (random values
 * and SHA-256 of PKCE), makes one `Headers` per request, and compares answers with `Response`. Nothing is replaced where a
 * runtime has its own; `fetch` is not offered, because every request goes through this engine's HTTP client.
 * To be imported before the library.
 */
const provide = (name: string, value: unknown) => {
  if (name in globalThis) return;
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
};

provide('crypto', webcrypto);
provide('Headers', ServiceHeaders);
provide('Response', ServiceResponse);
