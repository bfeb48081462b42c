// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkRefused, checkTold, same, sameLines, spanProblems, taskOf } from './iac-code-checks.mjs';
import { DONE, lastText, rowsOf, TEMPLATE, usage } from './iac-code-turns.mjs';
import { turnWords } from './iac-code-words.mjs';
import { openLocalCopy } from './local-copy.mjs';

/** @typedef {import('./iac-code-checks.mjs').Bench} Bench */
/** @typedef {import('./iac-code-checks.mjs').Dialect} Dialect */
/** @typedef {import('./iac-code-client.mjs').Told} Told */
/** @typedef {import('../../shared/a2a/reduce/conversation.ts').QuestionBlock} Question */

const FILE = 'vpc.yaml';
const INPUT = JSON.stringify({ content: TEMPLATE, path: FILE });
const ASKING_ROWS = ['thinking', 'text', 'tool-started', 'tool-input-delta', 'tool-input', 'usage', 'permission'];
/** The answer that iac-code takes: these members and no other. */
const ANSWER_KEYS = ['decision', 'inputId', 'kind', 'requestTaskId', 'schemaVersion', 'toolUseId'];

/** A file is to be written up to the question. @param {Dialect} dialect @param {string} status of the tool */
const asking = (dialect, status) => [
  'user: write please',
  'thinking: The user wants a template; write it.',
  'text: Writing the template now.',
  `tool write_file ${INPUT} ${status}`,
  usage(dialect, 110, 15),
];

/** @param {Dialect} dialect */
const afterwards = (dialect) => [
  'thinking: Tool finished.',
  lastText(dialect, 'The template step is finished.'),
  usage(dialect, 111, 10),
  DONE,
];

/** The open question of an exchange. @param {Told} told @returns {Question | undefined} */
export function questionOf({ turns }) {
  for (const turn of turns) {
    if (turn.kind !== 'agent') continue;
    for (const block of turn.blocks) if (block.kind === 'question' && block.state === 'open') return block;
  }
  return undefined;
}

/** @param {Bench} bench @param {string} label */
async function ask(bench, label) {
  const { client, dialect, say, report } = bench;
  const told = await client.call('SendStreamingMessage', say('write please'));
  checkTold(bench, label, told, {
    outcome: 'paused',
    state: 'INPUT_REQUIRED',
    says: [...asking(dialect, 'waiting'), 'question of permission about write_file open: allow_once or deny', DONE],
    rows: ['request', 'response', 'task', 'status', ...ASKING_ROWS, 'end'],
  });
  const question = questionOf(told);
  const node = await client.node(taskOf(told).taskId);
  report(`${label}: what it asks`, [
    ...same('question of the task', true, node?.question),
    ...same('text', 'Change a workspace file', question?.text),
    ...same('target', FILE, question?.target),
    ...same('purpose', 'Write a file needed for the requested infrastructure task.', question?.purpose),
    ...same('effect', 'file_change', question?.effect),
    ...same(
      'labels',
      ['Allow once', 'Deny'],
      question?.choices?.map((choice) => choice.label),
    ),
  ]);
  return { told, question };
}

/** @param {Pick<Bench, 'client'>} bench @param {Told} told @param {Question | undefined} question @param {string} choice */
export function answer({ client }, told, question, choice) {
  const part = question?.choices?.find(({ id }) => id === choice)?.part;
  return client.call('SendStreamingMessage', { message: { role: 'ROLE_USER', ...taskOf(told), parts: [part] } });
}

/** What went out is exactly what the agent asks for. @param {Told} answered @param {Told} asked @param {string} choice */
function answerProblems(answered, asked, choice) {
  const request = answered.entries.find(({ entry }) => entry.kind === 'request')?.entry;
  const body = JSON.parse((request && 'body' in request && request.body.text) || '{}');
  const { message } = body.params ?? body;
  const [part] = message?.parts ?? [];
  return [
    ...same('parts', 1, message?.parts?.length),
    ...same('part', ['data', 'mediaType'], Object.keys(part ?? {}).sort()),
    ...same('members', ANSWER_KEYS, Object.keys(part?.data ?? {}).sort()),
    ...same('media type', 'application/json', part?.mediaType),
    ...same('decision', choice, part?.data?.decision),
    ...same('task', taskOf(asked).taskId, part?.data?.requestTaskId),
    ...same('message', taskOf(asked), { taskId: message?.taskId, contextId: message?.contextId }),
  ];
}

/** What it wrote comes as a link that only means something on this computer. @param {Bench} bench @param {string} task */
async function localProblems({ client, workspace }, task) {
  const [record] = await client.artifacts(task);
  const writes = record?.current.writes.map(({ seq }) => seq) ?? [];
  const file = { session: client.engine.liveSession, artifact: record?.id ?? '', writes, content: 0 };
  const { local, copy, text } = await openLocalCopy(client.engine, file);
  return [
    ...same('path', join(workspace, FILE), local.path),
    ...same('size', Buffer.byteLength(TEMPLATE), copy.bytes),
    ...same('read from', 'file', copy.from),
    ...same('content', TEMPLATE, text),
  ];
}

/** @param {Bench} bench @param {{ choice: string, tool: string, written: boolean }} how */
async function decide(bench, { choice, tool, written }) {
  const { client, dialect, report, workspace } = bench;
  const label = `write, ${choice}`;
  const { told: asked, question } = await ask(bench, `${label}, asked`);
  const told = await answer(bench, asked, question, choice);
  checkTold(bench, label, told, {
    outcome: 'complete',
    state: 'INPUT_REQUIRED',
    rows: [
      ...['request', 'response', 'answer', ...(written ? ['artifact'] : []), 'tool-result', 'thinking', 'text'],
      ...['usage', 'text', 'status', 'end'],
    ],
  });
  report(`${label}: what is sent`, answerProblems(told, asked, choice));
  report(
    `${label}: tool calls`,
    spanProblems([...asked.rows, ...told.rows], [written ? 'write_file' : 'write_file failed']),
  );
  const { taskId } = taskOf(asked);
  const whole = [
    ...asking(dialect, tool),
    `question of permission about write_file answered by you: ${choice}`,
    DONE,
    `user decides ${choice}`,
    ...(written ? [`artifact ${FILE} text/plain`] : []),
    ...afterwards(dialect),
  ];
  report(`${label}: the whole conversation`, sameLines(whole, turnWords(await client.conversation(taskId))));
  // The server's own record stays at the question for ever; what is known here must not go back to it.
  await client.call('GetTask', { id: taskId });
  report(`${label}: fetched afterwards`, sameLines(whole, turnWords(await client.conversation(taskId))));
  const node = await client.node(taskId);
  const file = join(workspace, FILE);
  if (written) report(`${label}: the file, opened here`, await localProblems(bench, taskId));
  report(`${label}: what comes of it`, [
    ...same('question of the task', false, node?.question),
    ...same(
      'tool',
      [written ? 'completed' : 'failed'],
      node?.tools.map(({ state }) => state),
    ),
    ...same(
      'artifacts',
      written ? [FILE] : [],
      node?.artifacts.map(({ name }) => name),
    ),
    ...same('file', written ? TEMPLATE : undefined, existsSync(file) ? readFileSync(file, 'utf8') : undefined),
  ]);
}

/** An answer that nobody offered leaves the question open; after a cancel no answer counts. @param {Bench} bench */
async function wrongAndLate(bench) {
  const { client, report } = bench;
  const { told: asked, question } = await ask(bench, 'write, to be canceled');
  const { taskId } = taskOf(asked);
  const choice = question?.choices?.[0];
  const data = { .../** @type {Record<string, unknown>} */ (choice?.part.data), decision: 'maybe' };
  const odd = { role: 'ROLE_USER', ...taskOf(asked), parts: [{ ...choice?.part, data }] };
  const refused = await client.call('SendStreamingMessage', { message: odd });
  checkRefused(bench, 'a decision that was not offered', refused, -32602, 'allow_once or deny');
  const open = (/** @type {string[]} */ lines) => lines.filter((line) => line.startsWith('question of permission'));
  report('a decision that was not offered: the question stays', [
    ...same(
      'question',
      ['question of permission about write_file open: allow_once or deny (refused: -32602)'],
      open(turnWords(await client.conversation(taskId))),
    ),
    ...same('question of the task', true, (await client.node(taskId))?.question),
  ]);

  const canceled = await client.call('CancelTask', { id: taskId });
  checkTold(bench, 'cancel while asked', canceled, { outcome: 'ok', state: 'CANCELED' });
  const lines = turnWords(await client.conversation(taskId));
  report('cancel while asked: the question expires', [
    ...same(
      'question',
      ['question of permission about write_file expired: allow_once or deny (refused: -32602)'],
      open(lines),
    ),
    ...(lines.includes(`tool write_file ${INPUT} no-result`) ? [] : [JSON.stringify(lines)]),
  ]);
  const late = await answer(bench, asked, question, 'allow_once');
  checkRefused(bench, 'an answer after the cancel', late, -32602, 'permission_resume_invalid');
}

/** The release before questions: it refuses by itself and says so. @param {Bench} bench */
async function refusesByItself(bench) {
  const { client, dialect, say, report, workspace } = bench;
  const told = await client.call('SendStreamingMessage', say('write please'));
  checkTold(bench, 'write, refused by itself', told, {
    outcome: 'complete',
    state: 'INPUT_REQUIRED',
    says: [
      ...asking(dialect, 'failed'),
      'question of permission about write_file answered by agent: deny',
      ...afterwards(dialect),
    ],
    rows: rowsOf(dialect, [...ASKING_ROWS, 'tool-result', 'thinking', 'text']),
    tools: ['write_file failed'],
  });
  const node = await client.node(taskOf(told).taskId);
  report('write, refused by itself: what comes of it', [
    ...same('question of the task', false, node?.question),
    ...same('file', false, existsSync(join(workspace, FILE))),
  ]);
}

/** @param {Bench} bench */
export async function permission(bench) {
  if (!bench.dialect.asks) return refusesByItself(bench);
  await decide(bench, { choice: 'deny', tool: 'failed', written: false });
  await decide(bench, { choice: 'allow_once', tool: 'completed', written: true });
  await wrongAndLate(bench);
}
