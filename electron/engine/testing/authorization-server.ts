import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

export const CLIENT_SECRET = 'a secret-of+the/client&100%';

/** One answer put in front of the provider's own. */
export interface Interception {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** What a test sees of one request to the token address. */
export interface TokenRequest {
  form: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** Closes the connection without an answer. */
  drop(): void;
}

export interface AuthorizationServer {
  issuer: string;
  port: number;
  /** Requests to the token address, in order. */
  asked: TokenRequest[];
  /** Paths of all requests. */
  paths: string[];
  /** May answer in the provider's place; asked before each request. A string is a body as it is. */
  intercept: (path: string, request: TokenRequest) => Interception | undefined | Promise<Interception | undefined>;
  provider: Provider;
  close(): Promise<void>;
}

const NATIVE = { redirect_uris: ['http://127.0.0.1/callback'], application_type: 'native' as const };
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const CONFIGURATION: Configuration = {
  clients: [
    {
      client_id: 'machine-client',
      client_secret: CLIENT_SECRET,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      scope: 'products:read',
    },
    {
      client_id: 'machine-post',
      client_secret: CLIENT_SECRET,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_post',
    },
    {
      client_id: 'desktop',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      ...NATIVE,
    },
    {
      client_id: 'desktop-secret',
      client_secret: CLIENT_SECRET,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      ...NATIVE,
    },
    {
      client_id: 'device',
      token_endpoint_auth_method: 'none',
      grant_types: [DEVICE_GRANT, 'refresh_token'],
      response_types: [],
      redirect_uris: [],
      application_type: 'native',
    },
  ],
  scopes: ['openid', 'offline_access', 'products:read', 'media_buys:write'],
  features: {
    clientCredentials: { enabled: true },
    deviceFlow: { enabled: true },
    devInteractions: { enabled: true },
    revocation: { enabled: true },
  },
  pkce: { required: () => true },
  rotateRefreshToken: true,
  issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  ttl: {
    AccessToken: 3600,
    AuthorizationCode: 60,
    ClientCredentials: 600,
    DeviceCode: 600,
    Grant: 3600,
    IdToken: 3600,
    Interaction: 600,
    RefreshToken: 86_400,
    Session: 3600,
  },
  cookies: { keys: ['of-a-test'] },
};

/** A real authorization server on loopback, over http. */
export async function authorizationServer(changes: Configuration = {}): Promise<AuthorizationServer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end();
  const server = createServer((request, response) => void front(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  // The provider warns about its development keys, its interactions and bodies read before it: the point here.
  const { warn, info } = console;
  console.warn = () => undefined;
  console.info = () => undefined;
  const provider = new Provider(issuer, { ...CONFIGURATION, ...changes });
  handle = provider.callback();
  const self: AuthorizationServer = {
    issuer,
    port,
    asked: [],
    paths: [],
    intercept: () => undefined,
    provider,
    close() {
      Object.assign(console, { warn, info });
      return closeServer(server);
    },
  };

  async function front(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/\?.*$/s, '');
    self.paths.push(path);
    const form = new URLSearchParams();
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString())) form.append(name, value);
      Object.assign(request, { body: Object.fromEntries(form) });
    }
    const asked = { form, headers: request.headers, drop: () => void request.socket.destroy() };
    if (path === '/token') self.asked.push(asked);
    const instead = await self.intercept(path, asked);
    if (!instead) {
      handle(request, response);
      return;
    }
    response.writeHead(instead.status, { 'content-type': 'application/json', ...instead.headers });
    response.end(typeof instead.body === 'string' ? instead.body : JSON.stringify(instead.body));
  }
  return self;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** What the person does on the pages of the server. */
export type Person = 'agrees' | 'denies';

/** A browser that fills in the forms of the server: signs in and agrees, or turns back. Gives the last page. */
export async function browse(
  address: string,
  person: Person = 'agrees',
): Promise<{ url: string; text: string; headers: Headers }> {
  const cookies = new Map<string, string>();
  let url = address;
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 30; steps += 1) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: cookieLine(cookies) },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    form = undefined;
    const location = answer.headers.get('location');
    const text = await answer.text();
    if (location) {
      url = new URL(location, url).href;
      continue;
    }
    const abort = person === 'denies' ? /href="([^"]*\/abort)"/.exec(text)?.[1] : undefined;
    if (abort) {
      url = new URL(abort, url).href;
      continue;
    }
    const action = /<form[^>]* action="([^"]*)"/.exec(text)?.[1];
    if (action === undefined) return { url, text, headers: answer.headers };
    url = new URL(action, url).href;
    form = new URLSearchParams();
    for (const [input] of text.matchAll(/<input[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(input)?.[1];
      if (name) form.set(name, /value="([^"]*)"/.exec(input)?.[1] ?? 'someone');
    }
    if (person === 'denies' && form.has('confirm')) {
      form.delete('confirm');
      form.set('abort', 'yes');
      const last = await fetch(url, { method: 'POST', body: form, headers: { cookie: cookieLine(cookies) } });
      return { url, text: await last.text(), headers: last.headers };
    }
  }
  throw new Error(`the pages of ${address} have no end`);
}

const cookieLine = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
