import type { CredentialScheme } from '../../../shared/model/credential.ts';
import type { OperationName } from '../../../shared/model/operation.ts';
import { makeCertificate } from './certificates.ts';
import { GRANTED } from './echo-agent.ts';

/** Signs the certificates of the agent and of the client. */
export const authority = makeCertificate({ name: 'Echo CA', authority: true });
export const server = makeCertificate({ name: 'echo', names: ['127.0.0.1'], by: authority });
export const client = makeCertificate({ name: 'client', by: authority });

/** What a person enters, by the scheme it belongs to. All of it goes over the wire. */
export const SENT = {
  bearer: 'tok-bearer/5f+9Qw==.x',
  basic: 'pass wörd/&"1+2',
  'key in a header': 'key-header/7+7==',
  'key in the query': 'key query/&ä=8+8',
  'key in a cookie': 'key-cookie/9+9',
  'own header': 'own-header <&> 0+0',
  'client secret (form)': 'client form/secret&1+1',
  'client secret (Basic)': 'client basic/secret&2+2',
  'access token': GRANTED.accessToken,
  'refresh token': GRANTED.refreshToken,
  'header among options': 'option-header/3+3',
  'key in an address': 'address-key/4+4',
  'proxy password': 'proxy-pass-5+5',
  'token over HTTP+JSON': 'rest-token/m+m',
  'token over gRPC': 'grpc-token/n+n',
  'push token': 'push-token/6+6',
  'push credentials': 'push-credentials/a+a',
  'cloud key': 'LTAI-cloud-key/b+b',
  'cloud secret': 'cloud-secret/c+c',
  'security token': 'cloud-security-token/d+d',
  'model key': 'sk-model-key/e+e',
  'header in metadata': 'metadata-header/f+f',
};

/** What stays on this computer. */
export const KEPT = {
  passphrase: 'vault passphrase/j+j',
  'next passphrase': 'another passphrase/k+k',
  'key passphrase': 'key-passphrase/l+l',
  'client key': client.key,
  'line of the client key': client.key.split('\n')[1] ?? '',
};

/** Credentials by what they are, with their secrets. */
export const CREDENTIALS: [string, CredentialScheme, Record<string, string>][] = [
  ['bearer', { type: 'bearer' }, { token: SENT.bearer }],
  ['basic', { type: 'basic', username: 'Jo' }, { password: SENT.basic }],
  ['header', { type: 'apiKey', in: 'header', name: 'X-Odd' }, { value: SENT['key in a header'] }],
  ['query', { type: 'apiKey', in: 'query', name: 'odd' }, { value: SENT['key in the query'] }],
  ['cookie', { type: 'apiKey', in: 'cookie', name: 'odd' }, { value: SENT['key in a cookie'] }],
  ['headers', { type: 'headers', names: ['X-Plain'] }, { 'header:0': SENT['own header'] }],
];

/** Client credentials at the token address of an echo agent. */
export const oauth = (url: string, clientAuth: 'basic' | 'post'): CredentialScheme => ({
  ...{ type: 'oauth2', flow: 'clientCredentials', tokenUrl: `${url}/token`, clientId: 'me', clientAuth, scopes: [] },
});

const METADATA = {
  alibaba_cloud_access_key_id: SENT['cloud key'],
  alibaba_cloud_access_key_secret: SENT['cloud secret'],
  alibaba_cloud_security_token: SENT['security token'],
  iac_code_api_key: SENT['model key'],
  llm_headers: { 'X-Auth': SENT['header in metadata'] },
};

/** Operations that carry secrets or bring them back. */
export const CALLS: [OperationName, Record<string, unknown>][] = [
  ['SendMessage', { message: { role: 'ROLE_USER', parts: [{ text: 'hi' }], metadata: METADATA } }],
  ['SendStreamingMessage', { message: { role: 'ROLE_USER', parts: [{ text: 'hi' }], metadata: METADATA } }],
  ['GetTask', { id: 't-1' }],
  ['ListTasks', {}],
  ['CancelTask', { id: 't-1' }],
  ['SubscribeToTask', { id: 't-1' }],
  ['DeleteTaskPushNotificationConfig', { taskId: 't-1', id: 'p-1' }],
];

export const PUSH: [OperationName, Record<string, unknown>][] = [
  [
    'CreateTaskPushNotificationConfig',
    {
      ...{ taskId: 't-1', url: 'http://127.0.0.1:1/hook', token: SENT['push token'] },
      authentication: { scheme: 'Bearer', credentials: SENT['push credentials'] },
    },
  ],
  ['GetTaskPushNotificationConfig', { taskId: 't-1', id: 'p-1' }],
  ['ListTaskPushNotificationConfigs', { taskId: 't-1' }],
];
