import type { GroupSpan, RunSpan, Spans } from '../../../shared/a2a/reduce/spans.ts';
import { groupRuns } from '../../../shared/a2a/reduce/spans-runs.ts';
import { useLogSession } from '../../state/log.ts';
import { useAgents, useAppInfo } from '../../state/queries.ts';
import { type Place, useSelection } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { CompareDialog } from './CompareDialog.tsx';
import { CopyMenu } from './CopyMenu.tsx';
import { FigureTable } from './FigureTable.tsx';
import { asCsv, asText, asTsv, figureList, figuresFor, sumOf, toolTable } from './latency.ts';
import { RunAgain } from './RunAgain.tsx';
import { askedWords, RUN_LIMIT, runName, runsOf, runTable } from './run-table.ts';
import { choose, useSpansChoice } from './store.ts';
import { useAsked } from './use-asked.ts';

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

/** Sums per tool, and the runs of the agent by what they ask for, with their spread. */
export function Latency({ spans, scope, place, live, end }: LatencyProps) {
  const { latency, run, marked, comparing } = useSpansChoice();
  const chosen = useSelection((selection) => selection.agent);
  const agent = 'agent' in place ? place.agent : chosen;
  const agents = useAgents().data;
  const session = useLogSession();
  const recording = useAppInfo().data?.liveSession === session;
  const inRuns = latency.tab === 'runs';
  const shown = latency.open;
  const setOpen = (open: boolean) => choose({ latency: { ...latency, open } });
  const { runs, all } = runsOf(spans, agent);
  const asked = useAsked(inRuns && shown ? runs : NO_RUNS);
  const nameOf = (id: string) => agents?.find((one) => one.id === id)?.name ?? id;
  const table = () => {
    if (inRuns) return runTable(groupRuns(runs, asked), agent === undefined ? nameOf : undefined);
    const whole = run ? (run.run.ended ?? end) - run.from : end - scope.from;
    return toolTable(run ? run.run.totals : scope.group.totals, whole, live);
  };
  const figures = table();
  const title = t('spans.figures', { what: run ? runName(run) : t('spans.figures.all') });
  const summary = !inRuns
    ? t('spans.tools.sum', { ...sumOf(run ? run.run.totals : scope.group.totals, live) })
    : all > RUN_LIMIT
      ? t('spans.runs.last', { count: RUN_LIMIT })
      : t('spans.runs.sum', { count: all });
  // A log that was read again has other spans.
  const [a, b] = marked.filter((one) => spans.all[one.id] === one);
  const again = run?.run.sends && spans.all[run.id] === run ? run : runs[runs.length - 1];
  return (
    <section
      className="sp-latency"
      aria-label={t('spans.latency')}
      data-testid="latency-tables"
      data-state={shown ? 'open' : 'closed'}
      data-tab={latency.tab}
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
          {inRuns ? (
            <Button
              size="s"
              icon="columns"
              disabled={!a || !b}
              title={a && b ? undefined : t('spans.compare.none')}
              data-testid="compare-open"
              onClick={() => choose({ comparing: true })}
            >
              {t('spans.compare')}
            </Button>
          ) : null}
          <CopyMenu
            texts={{
              text: () => asText(title, figureList(figuresFor(run, scope)), figures),
              tsv: () => asTsv(figures),
              csv: () => asCsv(figures),
            }}
          />
          <IconButton
            icon={shown ? 'chevron-down' : 'chevron-up'}
            label={t(shown ? 'spans.latency.close' : 'spans.latency.open')}
            aria-expanded={shown}
            data-testid="latency-toggle"
            onClick={() => setOpen(!shown)}
          />
        </span>
      </div>
      {shown && inRuns && again ? (
        recording ? (
          <RunAgain session={session} run={again} asks={askedWords(asked(again))} />
        ) : (
          <p className="sp-again t3">{t('spans.again.kept')}</p>
        )
      ) : null}
      {shown ? (
        <Box
          className="sp-latency-body"
          role="region"
          aria-label={t(inRuns ? 'spans.latency.runs' : 'spans.latency.tools')}
          tabIndex={0}
        >
          {figures.lines.length === 0 ? (
            <p className="sp-latency-none t3">{t(inRuns ? 'spans.runs.none' : 'spans.tools.none')}</p>
          ) : (
            <FigureTable table={figures} chosen={run} tab={latency.tab} marked={marked} />
          )}
        </Box>
      ) : null}
      {comparing && a && b ? <CompareDialog spans={spans} a={a} b={b} /> : null}
    </section>
  );
}

const NO_RUNS: readonly RunSpan[] = [];
