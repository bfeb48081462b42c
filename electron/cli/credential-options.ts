import type { Option } from './option.ts';

/** Variables of the environment that hold what the options would show to everybody on this computer. */
export const VARIABLES = {
  token: 'LOUPE_TOKEN',
  basic: 'LOUPE_BASIC',
  'api-key': 'LOUPE_API_KEY',
  'api-key-header': 'LOUPE_API_KEY_HEADER',
  'api-key-query': 'LOUPE_API_KEY_QUERY',
  'api-key-cookie': 'LOUPE_API_KEY_COOKIE',
  'client-id': 'LOUPE_CLIENT_ID',
  'client-secret': 'LOUPE_CLIENT_SECRET',
} as const;

/** Options whose values are secrets: `-` stands for standard input, `@FILE` for a file. */
export const SECRET_OPTIONS = ['token', 'basic', 'api-key', 'client-secret'] as const;

export type SecretOption = (typeof SECRET_OPTIONS)[number];

/** Words after `--oauth`. */
export const OAUTH_WORDS = ['client-credentials', 'device', 'code'] as const;

/** Who calls. Every command that talks to an agent takes them. */
export const CREDENTIAL_OPTIONS: readonly Option[] = [
  {
    name: 'token',
    kind: 'secret',
    placeholder: 'VALUE',
    summary: `bearer token; '-' reads standard input, '@FILE' a file; better ${VARIABLES.token}, which other users cannot read`,
  },
  {
    name: 'basic',
    kind: 'secret',
    placeholder: 'USER[:PASS]',
    summary: `name and password, which is asked for when left out; better ${VARIABLES.basic}`,
  },
  {
    name: 'api-key',
    kind: 'secret',
    placeholder: 'VALUE',
    summary: `API key, put where the card says, else in X-API-Key; better ${VARIABLES['api-key']}`,
  },
  { name: 'api-key-header', kind: 'text', placeholder: 'NAME', summary: 'header of the API key' },
  { name: 'api-key-query', kind: 'text', placeholder: 'NAME', summary: 'query parameter of the API key' },
  { name: 'api-key-cookie', kind: 'text', placeholder: 'NAME', summary: 'cookie of the API key' },
  {
    name: 'oauth',
    kind: 'choice',
    choices: OAUTH_WORDS,
    placeholder: 'FLOW',
    summary: 'get a token first: client-credentials, device or code; addresses come from the card or from --issuer',
  },
  { name: 'client-id', kind: 'text', placeholder: 'ID', summary: `OAuth client; also ${VARIABLES['client-id']}` },
  {
    name: 'client-secret',
    kind: 'secret',
    placeholder: 'VALUE',
    summary: `its secret; better ${VARIABLES['client-secret']}`,
  },
  {
    name: 'client-auth',
    kind: 'choice',
    choices: ['basic', 'post', 'none'],
    placeholder: 'HOW',
    summary: 'how the client proves itself: basic (the default with a secret), post or none',
  },
  { name: 'token-url', kind: 'text', placeholder: 'URL', summary: 'where tokens come from, instead of the card' },
  { name: 'issuer', kind: 'text', placeholder: 'URL', summary: 'authorization server, or its discovery document' },
  { name: 'scope', kind: 'text', placeholder: 'TEXT', repeat: true, summary: 'scopes to ask for' },
  {
    name: 'allow-origin',
    kind: 'text',
    placeholder: 'ORIGIN',
    repeat: true,
    summary: 'send credentials to this origin too when the card or a redirect leads there',
  },
];
