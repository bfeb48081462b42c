import { CREDENTIAL_OPTIONS } from './credential-options.ts';
import type { Option } from './option.ts';

/** How to reach the agent; every command that calls one takes them. */
export const CONNECTION_OPTIONS: readonly Option[] = [
  { name: 'header', kind: 'header', placeholder: "'Name: value'", repeat: true, summary: 'add a request header' },
  ...CREDENTIAL_OPTIONS,
  {
    name: 'version',
    kind: 'choice',
    choices: ['1.0', '0.3'],
    placeholder: '1.0|0.3',
    summary: 'protocol version, instead of the one on the card',
  },
  {
    name: 'binding',
    kind: 'choice',
    choices: ['JSONRPC', 'HTTP+JSON', 'GRPC'],
    placeholder: 'NAME',
    summary: 'JSONRPC, HTTP+JSON or GRPC, instead of the first one on the card',
  },
  { name: 'endpoint', kind: 'text', placeholder: 'URL', summary: 'send to this URL instead of the one on the card' },
  { name: 'tenant', kind: 'text', placeholder: 'NAME', summary: 'tenant of every request' },
  { name: 'extension', kind: 'text', placeholder: 'URI', repeat: true, summary: 'ask for an extension' },
  { name: 'timeout-ms', kind: 'integer', placeholder: 'N', summary: 'longest wait for an answer to begin' },
  { name: 'idle-timeout-ms', kind: 'integer', placeholder: 'N', summary: 'longest silence within a stream' },
  {
    name: 'allow-self-signed',
    kind: 'flag',
    summary: 'accept a certificate that cannot be verified, from the origin of URL only',
  },
  { name: 'ca', kind: 'text', placeholder: 'FILE', summary: 'PEM certificates of authorities to trust as well' },
  { name: 'cert', kind: 'text', placeholder: 'FILE', summary: 'client certificate, PEM; needs --key' },
  {
    name: 'key',
    kind: 'text',
    placeholder: 'FILE',
    summary: 'private key of --cert, PEM; its passphrase is taken from LOUPE_KEY_PASSPHRASE',
  },
  { name: 'pfx', kind: 'text', placeholder: 'FILE', summary: 'client certificate and key together, PKCS#12' },
  {
    name: 'proxy',
    kind: 'text',
    placeholder: 'URL',
    summary: 'http proxy, or none, or system (the default: HTTPS_PROXY, HTTP_PROXY, NO_PROXY)',
  },
  { name: 'save', kind: 'text', placeholder: 'FILE', summary: 'keep the recorded session in a file' },
];

/** Options of every command. */
export const COMMON_OPTIONS: readonly Option[] = [
  { name: 'json', kind: 'flag', summary: 'print JSON Lines: one event a line, the outcome last' },
  { name: 'help', kind: 'flag', summary: 'show this text' },
];

export const HISTORY_OPTION: Option = {
  name: 'history',
  kind: 'integer',
  placeholder: 'N',
  summary: 'ask for at most N messages of history',
};

export const RECONNECT_OPTION: Option = {
  name: 'reconnect',
  kind: 'flag',
  summary: 'subscribe again, with growing waits, when the stream breaks',
};

export const PAGE_OPTIONS: readonly Option[] = [
  { name: 'page-size', kind: 'integer', placeholder: 'N', summary: 'items of one page' },
  { name: 'page-token', kind: 'text', placeholder: 'TOKEN', summary: 'page to begin with' },
];
