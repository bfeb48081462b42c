import { useMemo } from 'react';
import type { RunSpan, Spans } from '../../../shared/a2a/reduce/spans.ts';
import { compareRuns, type StepPair } from '../../../shared/a2a/reduce/spans-compare.ts';
import { selectRow } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatSeconds } from '../../ui/text.ts';
import { differences, figureTable, SIGNS, stepCells, stepTable } from './compare-table.ts';
import { FigureHeads } from './FigureTable.tsx';
import { asTsv } from './latency.ts';
import { faceOf, seqOf } from './present.ts';
import { runName } from './run-table.ts';
import { choose } from './store.ts';

interface CompareDialogProps {
  spans: Spans;
  a: RunSpan;
  b: RunSpan;
}

/** How often runs are compared anew while one of them goes on, ms. */
const AGAIN_MS = 500;

/** Two runs side by side: timings with deltas, and their steps aligned by what they mean. */
export function CompareDialog({ spans, a, b }: CompareDialogProps) {
  const over = a.run.ended !== undefined && b.run.ended !== undefined;
  const turn = over ? 0 : Math.floor(performance.now() / AGAIN_MS);
  const comparison = useMemo(() => compareRuns(spans, a, b), [spans, a, b, turn]);
  const figures = figureTable(comparison.figures);
  const tsv = () => `${asTsv(figures)}\n${asTsv(stepTable(comparison.steps))}`;
  const close = () => choose({ comparing: false });
  return (
    <Dialog
      open
      size="wide"
      title={t('spans.compare.title')}
      onClose={close}
      actions={<Button onClick={close}>{t('spans.again.close')}</Button>}
    >
      <div className="sp-compare" data-testid="compare" data-state={over ? 'ended' : 'live'}>
        <div className="sp-compare-head">
          <RunLine letter={t('spans.compare.a')} run={a} />
          <RunLine letter={t('spans.compare.b')} run={b} />
          <span className="end hflex">
            <Button size="s" icon="refresh" data-testid="compare-swap" onClick={() => choose({ marked: [b, a] })}>
              {t('spans.compare.swap')}
            </Button>
            <CopyButton label={t('spans.compare.copy')} doneLabel={t('copy.done')} text={tsv} />
          </span>
        </div>
        {differences(comparison).map((words) => (
          <p key={words} className="t2" data-testid="compare-said">
            {words}
          </p>
        ))}
        <Box
          className="sp-compare-body"
          role="region"
          aria-label={t('spans.compare.title')}
          tabIndex={0}
          data-testid="compare-body"
        >
          <table className="sp-table" aria-label={t('spans.compare.figures')}>
            <FigureHeads heads={figures.heads} />
            <tbody>
              {figures.lines.map(({ key, cells: [name, ...cells] }) => (
                <tr key={key} data-testid="compare-figure" data-name={key}>
                  <th scope="row">{name?.text}</th>
                  {cells.map((cell, column) => (
                    <td key={figures.heads[column + 1]} className="sp-number" data-value={cell.value}>
                      {cell.text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {comparison.steps.length === 0 ? (
            <p className="hint">{t('spans.compare.empty')}</p>
          ) : (
            <Steps steps={comparison.steps} />
          )}
          {comparison.left > 0 ? <p className="hint">{t('spans.compare.left', { count: comparison.left })}</p> : null}
        </Box>
      </div>
    </Dialog>
  );
}

const RunLine = ({ letter, run }: { letter: string; run: RunSpan }) => (
  <span className="hflex sp-compare-run">
    <b>{letter}</b>
    <span className="cut">{t('spans.compare.run', { run: runName(run), start: formatSeconds(run.from) })}</span>
  </span>
);

function Steps({ steps }: { steps: readonly StepPair[] }) {
  return (
    <table className="sp-table" aria-label={t('spans.compare.steps')}>
      <thead>
        <tr>
          {(['verdict', 'step', 'a', 'b', 'delta'] as const).map((head, column) => (
            <th key={head} scope="col" className={column > 1 ? 'sp-number' : undefined}>
              {head === 'verdict' ? <span className="visually-hidden">{t('spans.compare.verdict')}</span> : null}
              {head === 'verdict' ? null : t(`spans.compare.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map((pair) => (
          <StepRow key={`${pair.a?.id}-${pair.b?.id}`} pair={pair} />
        ))}
      </tbody>
    </table>
  );
}

function StepRow({ pair }: { pair: StepPair }) {
  const [, name, a, b, delta] = stepCells(pair);
  const step = pair.b ?? pair.a;
  if (!step) return null;
  const face = faceOf({ key: '', span: step, depth: 0 });
  const show = () => {
    choose({ comparing: false });
    selectRow(seqOf({ key: '', span: step, depth: 0 }));
  };
  return (
    <tr data-testid="compare-row" data-state={pair.verdict} data-kind={step.what ?? step.kind}>
      <td className="sp-compare-sign mono">
        <span aria-hidden="true">{SIGNS[pair.verdict]}</span>
        <span className="visually-hidden">{t(`spans.compare.${pair.verdict}`)}</span>
      </td>
      <th scope="row">
        <button type="button" className="sp-run cut" onClick={show}>
          <span className={face.tone}>
            <Icon name={face.icon} size={12} />
          </span>{' '}
          {name?.text}
        </button>
      </th>
      {[a, b, delta].map((cell, column) => (
        <td key={['a', 'b', 'delta'][column]} className="sp-number" data-value={cell?.value}>
          {cell?.text}
        </td>
      ))}
    </tr>
  );
}
