import type { RunSpan } from '../../../shared/a2a/reduce/spans.ts';
import { selectRow } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import type { Line, Table } from './latency.ts';
import { choose, type LatencyTab, toggleMarked } from './store.ts';

interface FigureTableProps {
  table: Table;
  chosen: RunSpan | undefined;
  tab: LatencyTab;
  /** Runs that are to be compared. */
  marked: readonly RunSpan[];
}

/** The head of a table of figures: the first column names the lines. */
export const FigureHeads = ({ heads }: { heads: readonly string[] }) => (
  <thead>
    <tr>
      {heads.map((head, column) => (
        <th key={head} scope="col" className={column === 0 ? undefined : 'sp-number'}>
          {head}
        </th>
      ))}
    </tr>
  </thead>
);

/** The lines of a table; a run is chosen by its name, and marked for a comparison before it. */
export function FigureTable({ table, chosen, tab, marked }: FigureTableProps) {
  return (
    <table className="sp-table">
      <FigureHeads heads={table.heads} />
      <tbody>
        {table.lines.map((line) => (
          <tr
            key={line.key}
            className={line.tone ? `sp-line-${line.tone}` : undefined}
            data-testid={
              tab === 'tools' ? 'tool-total' : line.run ? 'run-row' : line.tone === 'group' ? 'run-group' : 'run-spread'
            }
            data-name={line.key}
            data-state={line.run && line.run === chosen ? 'selected' : 'idle'}
            data-outcome={line.tone === 'failed' ? 'failed' : undefined}
          >
            {line.cells.map((cell, column) => {
              const key = table.heads[column];
              return column === 0 ? (
                <th key={key} scope="row" colSpan={line.tone === 'group' ? table.heads.length : undefined}>
                  {line.run ? <CompareMark run={line.run} marked={marked} name={cell.text} /> : null}
                  <First line={line} selected={line.run !== undefined && line.run === chosen} />
                </th>
              ) : line.tone === 'group' ? null : (
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

/** Which of the two runs of a comparison this is, if any. */
function CompareMark({ run, marked, name }: { run: RunSpan; marked: readonly RunSpan[]; name: string }) {
  const at = marked.indexOf(run);
  return (
    <span className="sp-compare-mark" title={t('spans.compare.mark', { run: name })} data-testid="compare-mark">
      <Checkbox checked={at >= 0} onChange={() => toggleMarked(run)}>
        <span className="visually-hidden">{t('spans.compare.mark', { run: name })}</span>
      </Checkbox>
    </span>
  );
}
