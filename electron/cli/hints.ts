import type { ErrorLine } from './outcome-line.ts';

export interface Hint {
  /** What is probably behind it; absent where the message says so itself. */
  cause?: string;
  /** What to try next. */
  tries: string;
}

/** By JSON-RPC code (1.0 §5.4, JSON-RPC 2.0 §5.1). */
const BY_CODE: Readonly<Record<number, Hint>> = {
  [-32001]: {
    cause: 'The agent does not know this id: it was mistyped, belongs to another agent, or was forgotten at a restart.',
    tries: "List what the agent knows with 'loupe task list URL'.",
  },
  [-32002]: { cause: 'The task has ended already.', tries: "Look at its state with 'loupe task get URL ID'." },
  [-32003]: {
    cause: 'The agent sends no push notifications.',
    tries: "Follow the task with 'loupe task subscribe URL ID' instead.",
  },
  [-32004]: {
    cause: 'The agent does not offer this operation, or the task has ended and takes no further messages.',
    tries: 'Leave out --task to begin a new task, or check the capabilities with loupe card URL.',
  },
  [-32005]: {
    cause: 'The agent does not take content of this media type.',
    tries: "Compare 'Input' in loupe card URL with what was sent, or name other answers with --accept.",
  },
  [-32007]: {
    cause: 'The card announces an extended card, but the agent has none.',
    tries: 'Use the public card: leave out --extended.',
  },
  [-32008]: {
    cause: 'The agent insists on an extension.',
    tries: 'Ask for it with --extension URI; the card lists the URIs.',
  },
  [-32009]: {
    cause: 'The agent speaks another protocol version at this address.',
    tries: 'Try --version 0.3 or --version 1.0, or leave the choice to the card.',
  },
  [-32601]: {
    cause: 'The agent has no such method; agents of version 0.3 and 1.0 use different names.',
    tries: 'Try --version 0.3 or --version 1.0.',
  },
  [-32602]: { cause: 'The agent refused the parameters.', tries: 'The data below often names the field.' },
  [-32603]: { cause: 'The agent failed while it was working on the request.', tries: "Look at the agent's own log." },
  [-32700]: {
    cause: 'The agent could not read the request as JSON.',
    tries: 'Check that --endpoint names the JSON-RPC address and not another one.',
  },
};

const BY_LAYER: Readonly<Partial<Record<ErrorLine['layer'], Hint>>> = {
  network: {
    tries: 'Check host and port; --endpoint URL replaces an address of the card that is not reachable from here.',
  },
  tls: {
    cause: "The server's certificate is not trusted here, or the port does not speak TLS.",
    tries:
      'Check the scheme of the URL and the certificate; --allow-self-signed accepts the one of your own test server.',
  },
  timeout: { tries: 'Give it more time with --timeout-ms or --idle-timeout-ms, or do not wait: --return-immediately.' },
  http: {
    cause: 'The server answered, but not as an agent: the URL probably belongs to something else.',
    tries: 'Check the path of the URL; the address of the card itself works as well.',
  },
  auth: {
    cause: 'The agent wants to know who is asking, or does not allow it. A wrong path can look the same.',
    tries:
      'Say who is asking: LOUPE_TOKEN, LOUPE_BASIC or LOUPE_API_KEY, or --oauth; loupe card URL shows under Access what is wanted.',
  },
  sse: {
    cause: 'The stream was not a readable event stream.',
    tries: 'Compare with an answer in one piece: --no-stream.',
  },
  json: {
    cause: 'The answer is not JSON: often a page of a proxy or of a web server.',
    tries: 'Look at the raw answer below.',
  },
  protocol: {
    cause: 'The answer does not follow the protocol.',
    tries: 'Look at the raw answer below; --version may help when the agent is older than its card.',
  },
  'not-supported': {
    cause: 'This combination of version and binding cannot carry the operation.',
    tries: 'Choose another one with --version or --binding.',
  },
};

/** What is probably behind an error and what to try; undefined when there is nothing sensible to say. */
export function hintFor(error: ErrorLine): Hint | undefined {
  if (error.http_status === 401 || error.http_status === 403) return BY_LAYER.auth;
  return (error.rpc_code !== undefined ? BY_CODE[error.rpc_code] : undefined) ?? BY_LAYER[error.layer];
}
