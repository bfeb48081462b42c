/**
 * Words that stand in every message of the protocol. A secret that is spelled like one of them, a password `user` say, is
 * not looked for in texts: masking the word would hide nothing and take every message apart.
 */
const WORDS = [
  ...['jsonrpc', 'method', 'params', 'result', 'error', 'code', 'message', 'data', 'details', 'reason', 'domain'],
  ...['kind', 'task', 'tasks', 'status', 'state', 'timestamp', 'history', 'artifact', 'artifacts', 'metadata', 'parts'],
  ...['part', 'content', 'text', 'file', 'bytes', 'raw', 'url', 'uri', 'name', 'mimeType', 'mediaType', 'filename'],
  ...['role', 'user', 'agent', 'id', 'taskId', 'contextId', 'messageId', 'artifactId', 'append', 'lastChunk', 'final'],
  ...['statusUpdate', 'artifactUpdate', 'status-update', 'artifact-update', 'extensions', 'referenceTaskIds'],
  ...['submitted', 'working', 'completed', 'canceled', 'cancelled', 'failed', 'rejected', 'unknown', 'unspecified'],
  ...['input-required', 'auth-required', 'input_required', 'auth_required', 'task_state', 'role_user', 'role_agent'],
  ...['token', 'credentials', 'authentication', 'scheme', 'schemes', 'configs', 'nextPageToken', 'pageSize', 'true'],
  ...[
    'false',
    'null',
    'application/json',
    'text/plain',
    'jsonrpc',
    'http+json',
    'grpc',
    'bearer',
    'basic',
    '1.0',
    '0.3',
  ],
];

const KNOWN = new Set(WORDS.map((word) => word.toLowerCase()));

/** Whether a value is a word of the protocol, in whatever case. */
export const isProtocolWord = (value: string): boolean => {
  const word = value.toLowerCase();
  return KNOWN.has(word) || /^(?:task_state|role)_[a-z_]+$/.test(word);
};
