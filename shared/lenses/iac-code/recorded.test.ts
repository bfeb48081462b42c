import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { capturedEvents } from '../../a2a/dialects/testing/captured-events.ts';
import { conversationOf } from '../../a2a/reduce/conversation.ts';
import { createFold } from '../../a2a/reduce/fold.ts';
import { SessionScript } from '../../a2a/reduce/testing/session-script.ts';
import { readSections } from '../index.ts';
import type { Section } from '../lens.ts';
import { sumUsage } from '../usage.ts';

const FOLDER = fileURLToPath(new URL('../../../../shared/captures/iac-code', import.meta.url));
/** Servers of the dialect since 0.8, and of the one before. */
const NEW = ['02-http-jsonrpc-stream-tools', '05-multiturn', '19-auto-approve-artifact', '24-default-exposure'];
const OLD = ['v0.7.0-05-multiturn', 'v0.7.0-06-failtool-long', 'v0.7.0-07-permission-autodeny', 'v0.5.0-artifact'];

type Kind = Section['kind'];
type Of<K extends Kind> = Extract<Section, { kind: K }>;

const eventsIn = (name: string) => capturedEvents(readFileSync(join(FOLDER, `${name}.txt`), 'utf8'));

/** Sections of stream items; snapshots repeat what the stream has said. */
const sectionsIn = (name: string): Section[] =>
  eventsIn(name)
    .filter(({ event }) => event.task === undefined)
    .flatMap(({ event }) => readSections(event));

const only = <K extends Kind>(sections: readonly Section[], kind: K): Of<K>[] =>
  sections.filter((section): section is Of<K> => section.kind === kind);

/** Sections of each tool call by id, in order. */
function callsOf(sections: readonly Section[]): Of<'tool'>[][] {
  const calls = new Map<string, Of<'tool'>[]>();
  for (const tool of only(sections, 'tool')) calls.set(tool.id, [...(calls.get(tool.id) ?? []), tool]);
  return [...calls.values()];
}

const phasesOf = (call: readonly Of<'tool'>[]): string => call.map(({ phase }) => phase).join(' ');

/** Rows and blocks of the stream items of a recording, as if they came in one turn. */
function playTurn(name: string) {
  const script = new SessionScript();
  const exchange = script.ask('please');
  script.head(exchange);
  for (const { event } of eventsIn(name)) if (event.message === undefined) script.item(exchange, event);
  script.end(exchange);
  const fold = createFold();
  const folded = script.entries.map((entry) => fold.push(entry));
  const blocks = conversationOf(folded).flatMap((turn) => (turn.kind === 'agent' ? turn.blocks : []));
  return { blocks, rows: folded.map(({ row }) => row) };
}

describe.skipIf(!existsSync(FOLDER))('recorded iac-code', () => {
  it.each([...NEW, ...OLD])('%s has whole tool calls, joined by id', (name) => {
    const calls = callsOf(sectionsIn(name));
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      expect(phasesOf(call)).toMatch(/^started (input-delta )+input (completed|failed)$/);
      expect(call[0]?.name).toBeTruthy();
      expect(call.at(-1)?.result).toBeTruthy();
    }
  });

  it('has deltas as lengths in the one dialect and as text in the other', () => {
    for (const call of NEW.flatMap((name) => callsOf(sectionsIn(name)))) {
      const length = call.reduce((sum, { deltaLength = 0 }) => sum + deltaLength, 0);
      const input = call.find(({ phase }) => phase === 'input')?.input;
      // The agent's JSON has spaces, this one has none.
      expect(length).toBeGreaterThanOrEqual(JSON.stringify(input).length);
    }
    for (const call of OLD.flatMap((name) => callsOf(sectionsIn(name)))) {
      const text = call.map(({ delta = '' }) => delta).join('');
      expect(JSON.parse(text)).toEqual(call.find(({ phase }) => phase === 'input')?.input);
    }
  });

  it('counts tokens in integers, one count per call of the model', () => {
    const usages = [...NEW, ...OLD].flatMap((name) => only(sectionsIn(name), 'usage'));
    expect(usages.length).toBeGreaterThan(15);
    for (const { input = 0, output = 0, total = 0 } of usages) {
      expect(`${input} ${output} ${total}`).toMatch(/^[1-9]\d* [1-9]\d* [1-9]\d*$/);
      expect(total).toBe(input + output);
    }
    const turn = only(sectionsIn('02-http-jsonrpc-stream-tools'), 'usage');
    expect(turn.length).toBeGreaterThan(1);
    const total = turn.reduce((sum, { total: one = 0 }) => sum + one, 0);
    expect(sumUsage(turn)).toMatchObject({ kind: 'usage', total, cached: 0, model: 'other', provider: 'openai' });
  });

  it.each(['06-failtool-long', 'v0.7.0-06-failtool-long'])('%s marks the thinking that was cut', (name) => {
    const sections = sectionsIn(name);
    const cut = only(sections, 'thinking').filter((thinking) => thinking.cut);
    expect(cut.map(({ text }) => text.length)).toEqual([4_000]);
    expect(only(sections, 'thinking').length).toBeGreaterThan(0);
    expect(phasesOf(callsOf(sections)[0] ?? [])).toMatch(/failed$/);
  });

  it('asks with all a person needs, and tells that the answer came', () => {
    const permissions = only(sectionsIn('07-permission'), 'permission');
    const asked = permissions.filter(({ pending }) => pending);
    expect(asked.map(({ tool }) => tool)).toEqual(['write_file', 'write_file', 'bash']);
    for (const question of asked) {
      expect(question).toMatchObject({
        id: expect.stringMatching(/^permission-/),
        toolId: expect.stringMatching(/^call_/),
        title: expect.any(String),
        purpose: expect.any(String),
        target: expect.any(String),
        effect: expect.stringMatching(/^(file_change|local_execution)$/),
        summary: expect.any(String),
      });
      expect(question.choices?.map(({ id }) => id)).toEqual(['allow_once', 'deny']);
    }
    // The parts of the choices are what the recorded client sent.
    const answers = permissions.filter(({ decision }) => decision !== undefined);
    expect(answers.map(({ decision }) => decision)).toContain('allow_once');
    const sent = answers.find(({ decision }) => decision === 'allow_once')?.detail;
    expect(asked.flatMap(({ choices = [] }) => choices.map(({ part }) => part.data))).toContainEqual(sent);
    expect(permissions.filter(({ received }) => received)).toHaveLength(1);
    // A question that was answered for the user.
    const denied = only(sectionsIn('v0.7.0-07-permission-autodeny'), 'permission');
    expect(denied).toMatchObject([{ pending: false, tool: 'write_file', decision: 'deny' }]);
  });

  it('says what an error of the provider is', () => {
    const errors = only(sectionsIn('04-http-jsonrpc-errors'), 'error');
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors)
      expect(error).toMatchObject({ retryable: false, detail: { errorId: expect.any(String) } });
  });

  it('tells the steps of a pipeline, and its text, thinking, tools and usage as those of any turn', () => {
    const sections = sectionsIn('22-pipeline');
    const reports = only(sections, 'report').map(({ what }) => what);
    expect(new Set(reports)).toEqual(
      new Set([
        'pipeline_started',
        'step_started',
        'context_usage',
        'message_started',
        'step_failed',
        'pipeline_failed',
        'backup_committed',
        'pipeline_handoff_ready',
      ]),
    );
    expect(only(sections, 'report').find(({ what }) => what === 'step_failed')).toMatchObject({
      text: 'intent_parsing 1/5: No conclusion extracted',
      failed: true,
    });
    expect(
      only(sections, 'text')
        .map(({ text }) => text)
        .join(''),
    ).toContain('No tool was used.');
    expect(
      only(sections, 'thinking')
        .map(({ text }) => text)
        .join(''),
    ).toContain('First look at the workspace.');
    expect(only(sections, 'usage').length).toBeGreaterThan(1);
    for (const call of callsOf(sections)) expect(phasesOf(call)).toBe('input failed');
    expect(only(sections, 'error')).toMatchObject([{ message: 'No conclusion extracted' }]);
  });

  it('tells the state of an execution in snapshots', () => {
    const reports = eventsIn('08-cancel-subscribe')
      .filter(({ event }) => event.task !== undefined)
      .flatMap(({ event }) => only(readSections(event), 'report'));
    expect(reports.length).toBeGreaterThan(0);
    expect(reports[0]).toMatchObject({ what: 'execution', text: expect.stringMatching(/^running · /) });
  });

  it('repeats the final text, which is shown once', () => {
    const texts = playTurn('02-http-jsonrpc-stream-tools').blocks.filter((block) => block.kind === 'text');
    expect(texts.map(({ final }) => final)).toEqual([false, true]);
    const words = texts.map(({ text }) => text);
    expect(words[0]).toBe('Let me look at the workspace. ');
    expect(words[1]).not.toBe('');
    expect(new Set(words).size).toBe(words.length);
  });

  it('has rows and a conversation in pipeline mode as well', () => {
    const { blocks, rows } = playTurn('22-pipeline');
    const texts = blocks.filter((block) => block.kind === 'text').map(({ text }) => text);
    expect(texts[0]).toBe('Plain answer for turn 1. No tool was used.');
    expect(blocks.filter((block) => block.kind === 'tool').every(({ status }) => status === 'failed')).toBe(true);
    const said = rows.filter(({ marks }) => marks?.lens === 'iac-code').map(({ kind, text }) => `${kind}: ${text}`);
    expect(said).toContain('status: pipeline_started · selling');
    expect(said).toContain('text: No tool was used.');
    expect(said.filter((line) => /^\w+: $/.test(line))).toEqual([]);
  });
});
