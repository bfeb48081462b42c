// @ts-check
import { checkTold, same, sameLines, taskOf } from './iac-code-checks.mjs';
import { turnWords } from './iac-code-words.mjs';

/** @typedef {import('./iac-code-checks.mjs').Dialect} Dialect */
/** @typedef {import('./iac-code-checks.mjs').Bench} Bench */
/** @typedef {{ rows: string[], tools: string[], says: (dialect: Dialect) => string[] }} Turn */

/** Tokens of a model call: 100, ten more with each turn, one more with each result of a tool. */
export const usage = (/** @type {Dialect} */ { names }, /** @type {number} */ input, /** @type {number} */ output) =>
  `usage ${input} + ${output} = ${input + output}${names ? ' of openai, 0 cached' : ''}`;

/** The last text of a turn. */
export const lastText = (/** @type {Dialect} */ { repeats }, /** @type {string} */ text) =>
  `text${repeats ? ' (whole)' : ''}: ${text}`;

export const DONE = 'state INPUT_REQUIRED';
const TOOL = ['tool-started', 'tool-input-delta', 'tool-input', 'usage', 'tool-result'];

/** What the agent writes into its template. */
export const TEMPLATE =
  "ROSTemplateFormatVersion: '2015-09-01'\nResources:\n  Vpc:\n    Type: ALIYUN::ECS::VPC\n    Properties:\n      CidrBlock: 10.0.0.0/8\n";

/** A stream's rows around those of the turn itself. @param {Dialect} dialect @param {string[]} middle */
export const rowsOf = ({ repeats }, middle) => [
  ...['request', 'response', 'task', 'status', ...middle, 'usage'],
  ...(repeats ? ['text'] : []),
  ...['status', 'end'],
];

/** Whole turns, by the word that makes the model take them. @type {Record<string, Turn>} */
const TURNS = {
  plain: {
    rows: ['text'],
    tools: [],
    says: (dialect) => [lastText(dialect, 'Plain answer for turn 1. No tool was used.'), usage(dialect, 110, 10)],
  },
  tools: {
    rows: ['thinking', 'text', ...TOOL, 'thinking', ...TOOL, 'thinking', 'text'],
    tools: ['list_files', 'read_file'],
    says: (dialect) => [
      'thinking: First look at the workspace.',
      'text: Let me look at the workspace. ',
      'tool list_files {"path":"."} completed',
      usage(dialect, 110, 20),
      'thinking: There is a main.tf; read it.',
      'tool read_file {"path":"main.tf"} completed',
      usage(dialect, 111, 10),
      'thinking: Enough is known to answer.',
      lastText(dialect, 'The workspace holds one Terraform file that declares a VPC (turn 1).'),
      usage(dialect, 112, 20),
    ],
  },
  failtool: {
    rows: ['thinking', ...TOOL, 'thinking', 'text'],
    tools: ['read_file failed'],
    says: (dialect) => [
      'thinking: Read a file that is not there.',
      'tool read_file {"path":"does-not-exist.yaml"} failed',
      usage(dialect, 110, 10),
      'thinking: The read failed; report it.',
      lastText(dialect, 'The file does not exist.'),
      usage(dialect, 111, 10),
    ],
  },
  parallel: {
    rows: ['thinking', ...TOOL.slice(0, 2), ...TOOL, 'thinking', 'text'],
    tools: ['list_files', 'glob'],
    says: (dialect) => [
      'thinking: Two look-ups at once.',
      'tool list_files {"path":"."} completed',
      'tool glob {"pattern":"*.yaml"} completed',
      usage(dialect, 110, 15),
      'thinking: Both came back.',
      lastText(dialect, 'Two tools ran in one turn.'),
      usage(dialect, 112, 10),
    ],
  },
  // The server cuts thinking at 4,000 characters, and text not at all.
  long: {
    rows: ['thinking', 'text'],
    tools: [],
    says: (dialect) => [
      `thinking: ${'T'.repeat(60)}…${'T'.repeat(60)} (4000 characters) (cut)`,
      lastText(dialect, `${'X'.repeat(60)}…${'X'.repeat(60)} (6000 characters)`),
      usage(dialect, 110, 10),
    ],
  },
};

/**
 * One streamed turn that ends in a question for more, which is no question.
 * @param {Bench} bench
 * @param {string} word
 * @param {{ prefix?: string, options?: import('./iac-code-client.mjs').AgentOptions }} [how]
 */
export async function streamedTurn(bench, word, { prefix = '', options } = {}) {
  const { client, dialect, say, report } = bench;
  const turn = TURNS[word];
  if (!turn) throw new Error(`no turn is called ${word}`);
  const label = `${prefix}${word}`;
  const told = await client.call('SendStreamingMessage', say(`${word} please`), options);
  checkTold(bench, label, told, {
    outcome: 'complete',
    state: 'INPUT_REQUIRED',
    says: [`user: ${word} please`, ...turn.says(dialect), DONE],
    rows: rowsOf(dialect, turn.rows),
    tools: turn.tools,
  });
  const node = await client.node(taskOf(told).taskId);
  report(`${label}: tree`, [
    ...same('title', `${word} please`, node?.title),
    ...same('state', 'TASK_STATE_INPUT_REQUIRED', node?.state),
    ...same('question', false, node?.question),
    ...same(
      'tools',
      turn.tools,
      node?.tools.map(({ name, state }) => (state === 'completed' ? name : `${name} ${state}`)),
    ),
  ]);
  return told;
}

/** @param {Bench} bench */
export async function turns(bench) {
  for (const word of Object.keys(TURNS)) await streamedTurn(bench, word);
}

/** The same answers in one piece. @param {Bench} bench @param {{ prefix?: string, options?: import('./iac-code-client.mjs').AgentOptions }} [how] */
export async function unaryTurn(bench, { prefix = '', options } = {}) {
  const { client, dialect, say, report } = bench;
  const told = await client.call('SendMessage', say('plain please'), options);
  const label = `${prefix}plain, not streamed`;
  checkTold(bench, label, told, {
    outcome: 'ok',
    state: 'INPUT_REQUIRED',
    rows: ['request', 'response', 'task', 'end'],
  });
  // What the answer holds as deltas and once more as a whole is there once. Its metadata is that of the last event.
  const says = [lastText(dialect, 'Plain answer for turn 1. No tool was used.')];
  if (!dialect.repeats) says.push(usage(dialect, 110, 10));
  report(`${label}: what it says`, sameLines(['user: plain please', ...says, DONE], turnWords(told.turns)));
  return told;
}

/** The model's server refuses, and FAILED is not the end of it. @param {Bench} bench */
export async function providerError(bench) {
  const { client, say, report } = bench;
  const told = await client.call('SendStreamingMessage', say('err400 please'));
  checkTold(bench, 'err400', told, { outcome: 'paused', state: 'INPUT_REQUIRED', findings: ['event-after-terminal'] });
  const error = 'error of task: BadRequestError: Error code: 400 - fake err400';
  const says = ['user: err400 please', error, 'state FAILED', 'usage 0 + 0 = 0', DONE];
  report('err400: what it says', sameLines(says, turnWords(told.turns)));
}
