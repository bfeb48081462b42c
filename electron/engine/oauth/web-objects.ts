import type { HeaderLines } from '../../../shared/model/entry.ts';
import { headerValue } from '../http/headers.ts';

/** As much of the Fetch standard's Headers as the OAuth library uses. */
export class ServiceHeaders {
  readonly #lines = new Map<string, string>();

  constructor(init: Readonly<Record<string, string>> = {}) {
    for (const [name, value] of Object.entries(init)) this.set(name, value);
  }

  get [Symbol.toStringTag](): string {
    return 'Headers';
  }

  has(name: string): boolean {
    return this.#lines.has(name.toLowerCase());
  }

  get(name: string): string | null {
    return this.#lines.get(name.toLowerCase()) ?? null;
  }

  set(name: string, value: string): void {
    this.#lines.set(name.toLowerCase(), value);
  }

  entries(): IterableIterator<[string, string]> {
    return this.#lines.entries();
  }
}

/** As much of the Fetch standard's Response as the OAuth library uses: one whole JSON body. */
export class ServiceResponse {
  readonly status: number;
  readonly headers: ServiceHeaders;
  bodyUsed = false;
  readonly #text: string;

  constructor(text = '', { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {}) {
    this.#text = text;
    this.status = status;
    this.headers = new ServiceHeaders(headers);
  }

  /** By this tag the library tells an answer, whichever class made it. */
  get [Symbol.toStringTag](): string {
    return 'Response';
  }

  async text(): Promise<string> {
    this.bodyUsed = true;
    return this.#text;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

/** An answer whose body is this JSON value, in the form the library takes. */
export const jsonResponse = (value: unknown): Response =>
  new ServiceResponse(JSON.stringify(value), {
    headers: { 'content-type': 'application/json' },
  }) as unknown as Response;

/** Stands in for an answer that is read elsewhere. */
export const blankResponse = (): Response => new ServiceResponse() as unknown as Response;

const spelled = (name: string): string => name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** Header lines of a request of the library, spelled as usual; the library keeps names in lower case. */
export const headerLinesOf = (headers: Readonly<Record<string, string>>): HeaderLines =>
  Object.entries(headers).map(([name, value]) => [spelled(name), value]);

/** The token68 or parameters of an Authorization line, without its scheme. */
export const authorizationValue = (headers: HeaderLines): string | undefined =>
  headerValue(headers, 'authorization')?.replace(/^\S+\s+/, '');
