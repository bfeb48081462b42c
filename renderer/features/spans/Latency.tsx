import { useEffect, useRef, useState } from 'react';
import type { GroupSpan, RunSpan, Spans } from '../../../shared/a2a/reduce/spans.ts';
import { type Place, selectRow, useSelection } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { copyText } from '../../ui/Copy.tsx';
import {
  asCsv,
  asText,
  figureList,
  figuresFor,
  type Line,
  RUN_LIMIT,
  runName,
  runsOf,
  runTable,
  sumOf,
  type Table,
  toolTable,
} from './latency.ts';
import { choose, useSpansChoice } from './store.ts';

interface LatencyProps {
  spans: Spans;
  scope: GroupSpan;
  place: Place;
  live: boolean;
  /** Of the scope, ms. */
  end: number;
}

/** How long a run, or everything on screen, took to get anywhere. */
export function FigureStrip({ scope, run }: { scope: GroupSpan; run: RunSpan | undefined }) {
  const what = run ? runName(run) : t('spans.figures.all');
  return (
    <dl
      className="sp-figures"
      aria-label={t('spans.figures', { what })}
      data-testid="latency"
      data-run={run?.run.exchange}
    >
      {figureList(figuresFor(run, scope)).map((figure) => (
        <div key={figure.key} className="sp-figure" data-figure={figure.key}>
          <dt className="cut" title={figure.name}>
            {figure.name}
          </dt>
          <dd>
            {figure.value} {figure.unit ? <small>{figure.unit}</small> : null}{' '}
            {figure.more ? <small className="sp-figure-more">{figure.more}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Sums per tool, and the runs of the agent with their spread. */
export function Latency({ spans, scope, place, live, end }: LatencyProps) {
  const { latency, run } = useSpansChoice();
  const chosen = useSelection((selection) => selection.agent);
  const agent = 'agent' in place ? place.agent : chosen;
  const shown = latency.open;
  const setOpen = (open: boolean) => choose({ latency: { ...latency, open } });
  const totals = run ? run.run.totals : scope.group.totals;
  const sum = sumOf(totals, live);
  const { runs, all } = runsOf(spans, agent);
  const whole = run ? (run.run.ended ?? end) - run.from : end - scope.from;
  const table = latency.tab === 'tools' ? toolTable(totals, whole, live) : runTable(runs);
  const title = t('spans.figures', { what: run ? runName(run) : t('spans.figures.all') });
  const summary =
    latency.tab === 'tools'
      ? t('spans.tools.sum', { ...sum })
      : all > RUN_LIMIT
        ? t('spans.runs.last', { count: RUN_LIMIT })
        : t('spans.runs.sum', { count: all });
  return (
    <section
      className="sp-latency"
      aria-label={t('spans.latency')}
      data-testid="latency-tables"
      data-state={shown ? 'open' : 'closed'}
    >
      <div className="sp-latency-head">
        <Choice
          label={t('spans.latency')}
          value={latency.tab}
          options={(['tools', 'runs'] as const).map((value) => ({ value, label: t(`spans.latency.${value}`) }))}
          onChange={(tab) => choose({ latency: { open: true, tab } })}
        />
        <span className="t3 cut sp-latency-sum">{summary}</span>
        <span className="end hflex">
          {run ? (
            <Button size="s" data-testid="latency-whole" onClick={() => choose({ run: undefined })}>
              {t('spans.runs.whole')}
            </Button>
          ) : null}
          <CopyWords
            label={t('spans.latency.text')}
            text={() => asText(title, figureList(figuresFor(run, scope)), table)}
          />
          <CopyWords label={t('spans.latency.csv')} text={() => asCsv(table)} />
          <IconButton
            icon={shown ? 'chevron-down' : 'chevron-up'}
            label={t(shown ? 'spans.latency.close' : 'spans.latency.open')}
            aria-expanded={shown}
            data-testid="latency-toggle"
            onClick={() => setOpen(!shown)}
          />
        </span>
      </div>
      {shown ? (
        <Box
          className="sp-latency-body"
          role="region"
          aria-label={t(latency.tab === 'tools' ? 'spans.latency.tools' : 'spans.latency.runs')}
          tabIndex={0}
        >
          {table.lines.length === 0 ? (
            <p className="sp-latency-none t3">{t(latency.tab === 'tools' ? 'spans.tools.none' : 'spans.runs.none')}</p>
          ) : (
            <Figures table={table} chosen={run} tab={latency.tab} />
          )}
        </Box>
      ) : null}
    </section>
  );
}

function Figures({ table, chosen, tab }: { table: Table; chosen: RunSpan | undefined; tab: 'tools' | 'runs' }) {
  return (
    <table className="sp-table">
      <thead>
        <tr>
          {table.heads.map((head, column) => (
            <th key={head} scope="col" className={column === 0 ? undefined : 'sp-number'}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.lines.map((line) => (
          <tr
            key={line.key}
            className={line.tone ? `sp-line-${line.tone}` : undefined}
            data-testid={tab === 'tools' ? 'tool-total' : line.run ? 'run-row' : 'run-spread'}
            data-name={line.key}
            data-state={line.run && line.run === chosen ? 'selected' : 'idle'}
          >
            {line.cells.map((cell, column) => {
              const key = table.heads[column];
              return column === 0 ? (
                <th key={key} scope="row">
                  <First line={line} selected={line.run !== undefined && line.run === chosen} />
                </th>
              ) : (
                <td key={key} className="sp-number" data-value={cell.value}>
                  {cell.text}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The name of a line; that of a run chooses it. */
function First({ line, selected }: { line: Line; selected: boolean }) {
  const { run } = line;
  const text = line.cells[0]?.text ?? '';
  if (!run) return <span className="cut">{text}</span>;
  return (
    <button
      type="button"
      className="sp-run cut"
      aria-pressed={selected}
      title={run.note}
      onClick={() => {
        choose({ run: selected ? undefined : run });
        if (!selected) selectRow(run.seq);
      }}
    >
      {text}
    </button>
  );
}

/** Time the tick stays after a copy, ms. */
const TICK_MS = 1_000;

function CopyWords({ label, text }: { label: string; text: () => string }) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Button
      size="s"
      icon={copied ? 'check' : 'copy'}
      onClick={async () => {
        await copyText(text());
        setCopied(true);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setCopied(false), TICK_MS);
      }}
    >
      {label}
    </Button>
  );
}
