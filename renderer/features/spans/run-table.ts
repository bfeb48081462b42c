import type { RunSpan, Spans } from '../../../shared/a2a/reduce/spans.ts';
import { figuresOfRun, MARKS, type Mark, type Spread } from '../../../shared/a2a/reduce/spans-figures.ts';
import { outcomeOf, type RunGroup, spreadsOfDone } from '../../../shared/a2a/reduce/spans-runs.ts';
import { t } from '../../strings/index.ts';
import { formatSeconds, oneLine, shortId } from '../../ui/text.ts';
import { count, type Line, NOTHING, span, type Table, words } from './latency.ts';

/** Runs that are listed and measured together; the newest ones. */
export const RUN_LIMIT = 200;
/** Characters of what a group asks for. */
const ASKED_CHARS = 60;

/** The newest messages that were sent to an agent, or to any when none is named; oldest first. */
export function runsOf(spans: Spans, agent: string | undefined): { runs: RunSpan[]; all: number } {
  const { turns } = spans.session.group;
  const runs: RunSpan[] = [];
  let all = 0;
  for (let index = turns.length - 1; index >= 0; index--) {
    const turn = turns[index] as RunSpan;
    if (!turn.run.sends || (agent !== undefined && turn.run.agent !== agent)) continue;
    all++;
    if (runs.length < RUN_LIMIT) runs.push(turn);
    else break;
  }
  return { runs: runs.reverse(), all };
}

export function runName(run: RunSpan): string {
  const id = run.parent?.group?.task?.node.id;
  const turn = t('spans.name.turn', { number: run.run.number || 1 });
  return id === undefined ? t('spans.name.reply') : `${shortId(id)} · ${turn}`;
}

/** What the runs of a group ask for: the skill that they name, else their text. */
export function askedWords({ skill, text }: RunGroup['asked']): string {
  if (skill !== undefined) return t('spans.runs.skill', { skill: oneLine(skill) });
  const line = oneLine(text);
  if (line === '') return t('spans.runs.nothing');
  return line.length > ASKED_CHARS ? `${line.slice(0, ASKED_CHARS)}…` : line;
}

const columns = (): string[] => [
  t('spans.runs.run'),
  t('spans.runs.started'),
  ...MARKS.map((mark) => t(`spans.figure.${mark}`)),
  t('spans.figure.idle'),
  t('spans.figure.longestIdle'),
  t('spans.figure.tokens'),
];

const spreadLines = (key: string, spreads: Partial<Record<Mark, Spread>>): Line[] =>
  (['p50', 'p95'] as const).map((name) => ({
    key: `${key}${name}`,
    tone: 'sum',
    cells: [
      words(t(`spans.runs.${name}`)),
      NOTHING,
      ...MARKS.map((mark) => span(spreads[mark]?.[name])),
      NOTHING,
      NOTHING,
      NOTHING,
    ],
  }));

function runLine(run: RunSpan): Line {
  const figures = figuresOfRun(run);
  const failed = outcomeOf(run) === 'failed';
  return {
    key: String(run.run.exchange),
    run,
    cells: [
      words(failed ? t('spans.runs.failed.one', { run: runName(run) }) : runName(run)),
      { text: formatSeconds(run.from), value: Math.round(run.from) },
      ...MARKS.map((mark) =>
        mark === 'end' && figures.end === undefined ? { text: t('spans.runs.open'), value: '' } : span(figures[mark]),
      ),
      count(figures.idle),
      span(figures.longestIdle),
      figures.tokens === 0 ? NOTHING : count(figures.tokens),
    ],
    ...(failed ? { tone: 'failed' as const } : {}),
  };
}

function groupLine(group: RunGroup, agentName: string | undefined, width: number): Line {
  const asks = askedWords(group.asked);
  const counts = t('spans.runs.group', { asks, count: group.runs.length, failed: group.failed, open: group.open });
  const text = agentName === undefined ? counts : `${agentName} · ${counts}`;
  return {
    key: group.key,
    tone: 'group',
    cells: [words(text), ...Array.from({ length: width - 1 }, () => ({ text: '', value: '' }))],
  };
}

/**
 * Runs by what they ask for, each group below its p50 and p95. The first two lines are those of all runs together.
 * `agentName` is given where runs of several agents are listed.
 */
export function runTable(groups: readonly RunGroup[], agentName?: (agent: string) => string): Table {
  const heads = columns();
  const runs = groups.flatMap((group) => group.runs);
  const lines: Line[] = runs.length > 1 ? spreadLines('', spreadsOfDone(runs)) : [];
  for (const group of groups) {
    lines.push(groupLine(group, agentName?.(group.agent), heads.length));
    // One run has no spread, and a group of all runs has the one above.
    if (group.done > 1 && groups.length > 1) lines.push(...spreadLines(`${group.key} `, group.spreads));
    lines.push(...group.runs.map(runLine));
  }
  return { heads, lines };
}
