// @ts-check
import { times } from './words.mjs';

/** @typedef {import('./compare.mjs').Expected} Expected */

/**
 * One text sent to an agent, and what has to come back when the answer is streamed and when it is one answer.
 * @typedef {object} Scenario
 * @property {string} text
 * @property {string[]} [options] of the command line
 * @property {Expected} stream
 * @property {Expected} send
 */

/** Extension that the agents declare and one scenario insists on. */
export const EXTENSION = 'urn:example:a2a:tool-trace:v1';
export const HELP =
  'help | msg T | task T | stream N [artifact|status|mixed] [delayMs] | chunks N [delayMs] | slow SECONDS | ask | auth | ' +
  'fail | reject | raise | big KB | file | bin BYTES | url | data | multi | tools | art N | history N | badext URI | ctype | ' +
  'unsupported | badparams | invalid';
const FOX = 'The quick brown fox jumps over the lazy dog 0123456789 ~\n';

const png = {
  filename: 'pixel.png',
  mediaType: 'image/png',
  raw: (/** @type {unknown} */ raw) => String(raw).startsWith('iVBORw0KGgo'),
};

/**
 * A reply without a task.
 * @param {string} text
 * @param {string} reply
 * @returns {Scenario}
 */
export const reply = (text, reply) => ({
  text,
  stream: { outcome: 'complete', exit: 0, events: [`message: ${reply}`] },
  send: { outcome: 'ok', exit: 0, events: [`message: ${reply}`] },
});

/**
 * A task that completes.
 * @param {string} text
 * @param {string[]} middle events between the first WORKING and COMPLETED
 * @param {import('./compare.mjs').ExpectedArtifact[]} [artifacts]
 * @param {string[]} [options]
 * @returns {Scenario}
 */
export function completes(text, middle, artifacts = [], options) {
  const word = text.split(' ')[0];
  const ending = { exit: 0, state: 'COMPLETED', artifacts };
  return {
    text,
    options,
    stream: {
      ...ending,
      outcome: 'complete',
      events: ['task SUBMITTED', `status WORKING: working on: ${word}`, ...middle, 'status COMPLETED: done'],
    },
    send: { ...ending, outcome: 'ok', events: ['task COMPLETED: done'] },
  };
}

/**
 * A task that stops in another state, with a message that says why.
 * @param {string} text
 * @param {string} state
 * @param {string} says
 * @param {{ outcome: string, exit: number }} how
 * @returns {Scenario}
 */
export function stops(text, state, says, how) {
  const word = text.split(' ')[0];
  const working = word === 'reject' ? [] : [`status WORKING: working on: ${word}`];
  return {
    text,
    stream: { ...how, state, artifacts: [], events: ['task SUBMITTED', ...working, `status ${state}: ${says}`] },
    send: { ...how, state, artifacts: [], events: [`task ${state}: ${says}`] },
  };
}

/**
 * A request that the agent refuses with an error answer before it makes a task.
 * @param {string} text
 * @param {number} code
 * @param {string} mentions
 * @returns {Scenario}
 */
export function refuses(text, code, mentions) {
  const refused = {
    outcome: 'error',
    exit: 1,
    events: [`error ${code}`],
    error: { layer: 'rpc', rpc_code: code, mentions },
  };
  return { text, stream: refused, send: refused };
}

export const PAUSED = { outcome: 'paused', exit: 0 };
export const FAILED = { outcome: 'task-failed', exit: 1 };

const lines = (/** @type {number} */ n) => times(n, (i) => `line ${i}\n`).join('');
const chunk = (
  /** @type {string} */ id,
  /** @type {number} */ i,
  /** @type {number} */ n,
  /** @type {string} */ text,
) => `artifact ${id}${i > 0 ? ' +' : ''}${i === n - 1 ? ' (last)' : ''}: ${text}`;

/**
 * `stream N`: one artifact in N chunks.
 * @param {number} n
 */
export const streamOf = (n) =>
  completes(
    `stream ${n}`,
    times(n, (i) => chunk('stream', i, n, `line ${i}`)),
    [{ artifactId: 'stream', name: 'stream.txt', text: lines(n), parts: n, sealed: true }],
  );

const MARKDOWN = '# Title\n\nSome *markdown* and <b>html</b>.';
const SCRIPT = '<script>alert(1)</script>';

/** One artifact with a part of every kind. */
export const MULTI = {
  text: 'multi',
  middle: [`artifact multi (last): ${MARKDOWN}${SCRIPT} [raw url data]`],
  artifact: {
    artifactId: 'multi',
    name: 'multi',
    parts: 5,
    text: `${MARKDOWN}${SCRIPT}`,
    sealed: true,
    content: [
      { text: MARKDOWN },
      { text: SCRIPT, mediaType: 'text/html' },
      png,
      { url: 'https://example.com/x.csv', mediaType: 'text/csv' },
      { data: { k: 'v' } },
    ],
  },
};

/** Everything the agents of generation 1 know, in 1.0 and without the differences between the two servers. */
export const SCENARIOS = [
  reply('help', HELP),
  reply('msg good morning', 'echo: good morning'),
  reply('hello', 'echo: hello'),
  completes(
    'task x',
    ['artifact result (last): result: x'],
    [{ artifactId: 'result', name: 'result.txt', text: 'result: x', parts: 1, sealed: true }],
  ),
  completes('banana', ['artifact result (last): result: banana'], [{ artifactId: 'result', text: 'result: banana' }]),
  streamOf(5),
  completes(
    'stream 4 status',
    times(4, (i) => `status WORKING: step ${i + 1}/4`),
  ),
  completes(
    'stream 6 mixed 5',
    times(6, (i) => (i % 2 ? `status WORKING: step ${i + 1}/6` : chunk('stream', i, 6, `line ${i}`))),
    // The sixth event is a status update, so no chunk is ever announced as the last one; the end of the task seals it.
    [{ artifactId: 'stream', text: 'line 0\nline 2\nline 4\n', parts: 3, sealed: true }],
  ),
  completes(
    'chunks 3',
    times(3, (i) => chunk('chunked', i, 3, `[chunk ${i}]`)),
    [{ artifactId: 'chunked', name: 'chunked.txt', text: '[chunk 0][chunk 1][chunk 2]', parts: 3, sealed: true }],
  ),
  completes('slow 1', ['status WORKING: tick 1/1']),
  stops('ask', 'INPUT_REQUIRED', 'Which colour? [data]', PAUSED),
  stops('auth', 'AUTH_REQUIRED', 'Please sign in at https://example.com/login', PAUSED),
  stops('fail on purpose', 'FAILED', 'it broke: on purpose', FAILED),
  stops('reject', 'REJECTED', 'I will not do that', FAILED),
  completes(
    'big 64',
    [`artifact big (last): ${FOX.repeat(1150).slice(0, 65536).trimEnd()}`],
    [{ artifactId: 'big', name: 'big.txt', text: FOX.repeat(1150).slice(0, 65536), parts: 1, sealed: true }],
  ),
  completes(
    'file',
    ['artifact file (last) [raw]'],
    [{ artifactId: 'file', name: 'pixel.png', text: '', parts: 1, sealed: true, content: [png] }],
  ),
  completes(
    'bin 300',
    ['artifact bin (last) [raw]'],
    [
      {
        artifactId: 'bin',
        parts: 1,
        content: [
          {
            filename: 'blob.bin',
            mediaType: 'application/octet-stream',
            raw: Buffer.from(times(300, (i) => i % 256)).toString('base64'),
          },
        ],
      },
    ],
  ),
  completes(
    'url',
    ['artifact url (last) [url]'],
    [
      {
        artifactId: 'url',
        parts: 1,
        content: [{ url: 'https://example.com/report.pdf', filename: 'report.pdf', mediaType: 'application/pdf' }],
      },
    ],
  ),
  completes(
    'data',
    ['artifact data (last) [data data data data]'],
    [
      {
        artifactId: 'data',
        parts: 4,
        text: '',
        content: [
          {
            data: {
              n: 1,
              f: 1.5,
              // Both servers carry numbers as doubles: the last digit of 9007199254740993 is lost on their side.
              big: 9007199254740992,
              s: 'ü',
              list: [1, null, true],
              empty: {},
              nested: { a: [] },
            },
          },
          { data: [1, 2] },
          { data: 'str' },
          { data: null },
        ],
      },
    ],
  ),
  completes(MULTI.text, MULTI.middle, [MULTI.artifact]),
  tools(),
  completes(
    'art 3',
    times(3, (i) => `artifact a${i} (last): artifact ${i}`),
    times(3, (i) => ({ artifactId: `a${i}`, name: `artifact ${i}`, text: `artifact ${i}`, parts: 1, sealed: true })),
  ),
  completes(
    'history 3',
    times(3, (i) => `status WORKING: note ${i}`),
  ),
  refuses('badext', -32008, EXTENSION),
  completes(
    'badext',
    ['artifact result (last): result: badext'],
    [{ artifactId: 'result', text: 'result: badext' }],
    ['--extension', EXTENSION],
  ),
  refuses('ctype', -32005, 'text/plain only'),
  refuses('unsupported', -32004, 'not here'),
  refuses('badparams', -32602, 'bad parameter'),
];

/** Five status updates without a message that carry tool and thinking records in their metadata. */
function tools() {
  const scenario = completes(
    'tools',
    times(5, () => 'status WORKING'),
  );
  const use = { toolUseId: 'tool-1', name: 'read_file' };
  const records = [
    { thinking: { type: 'raw_thinking', text: 'I should look at the file.' } },
    { tool: { status: 'started', ...use } },
    { tool: { status: 'input_complete', ...use, input: { path: 'a.txt' } } },
    { tool: { status: 'completed', ...use, result: 'hello' } },
    { usage: { inputTokens: 12, outputTokens: 34, totalTokens: 46 } },
  ];
  const metadata = [{}, {}, ...records.map((record) => ({ metadata: { iac_code: record } })), {}];
  return { ...scenario, stream: { ...scenario.stream, members: { events: metadata } } };
}
