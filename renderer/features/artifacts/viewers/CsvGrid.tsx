import { type CSSProperties, useEffect, useMemo, useReducer } from 'react';
import { t } from '../../../strings/index.ts';
import { Box } from '../../../ui/Box.tsx';
import { CELL, COLUMN } from '../../../ui/roles.ts';
import { oneLine } from '../../../ui/text.ts';
import { useRowHeight } from '../../../ui/use-row-height.ts';
import { useScroller } from '../../../ui/use-scroller.ts';
import { scrollHeight } from '../../../ui/virtual.ts';
import { Csv, isNumeric } from './csv.ts';

/** Milliseconds of one turn that reading the table may take. */
const SLICE_MS = 10;
/** Lines that say how wide the columns are. */
const SAMPLE_LINES = 100;
const MIN_CHARS = 4;
const MAX_CHARS = 40;
/** Height of the column heads, px; as in the style sheet. */
const HEAD_HEIGHT = 24;

/** Separated values as a table; only the lines in view are drawn. */
export function CsvGrid({ text, separator }: { text: string; separator: string }) {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const csv = useMemo(() => {
    const made = new Csv(text, separator);
    made.advance(SLICE_MS);
    return made;
  }, [text, separator]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const step = () => {
      csv.advance(SLICE_MS);
      render();
      if (!csv.done) timer = setTimeout(step);
    };
    if (!csv.done) timer = setTimeout(step);
    return () => clearTimeout(timer);
  }, [csv]);

  const [heads = []] = csv.rows;
  const count = Math.max(0, csv.rows.length - 1);
  const scroller = useScroller({
    count,
    row: useRowHeight(),
    head: HEAD_HEIGHT,
    following: false,
    onLeaveEnd: () => {},
  });
  const widths = useMemo(() => widthsOf(csv), [csv, csv.columns, csv.rows.length > SAMPLE_LINES]);
  const columns = { '--columns': `56px ${widths.map((chars) => `${chars}ch`).join(' ')}` } as CSSProperties;
  const { first, last, offset } = scroller.window;
  return (
    <Box
      className="af-grid"
      role="grid"
      aria-label={t('artifacts.table')}
      aria-rowcount={csv.rows.length}
      aria-colcount={csv.columns + 1}
      tabIndex={0}
      style={columns}
      data-testid="csv-grid"
      data-count={count}
      data-columns={csv.columns}
      ref={scroller.ref}
      onScroll={scroller.onScroll}
    >
      <Box role="row" className="af-row af-head" aria-rowindex={1}>
        <span {...COLUMN}>#</span>
        {widths.map((_, column) => (
          <span {...COLUMN} key={column} className="cut" title={heads[column]}>
            {oneLine(heads[column] ?? '')}
          </span>
        ))}
      </Box>
      <div role="presentation" style={{ height: scrollHeight(scroller.size) }}>
        <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
          {csv.rows.slice(first + 1, last + 1).map((cells, index) => (
            <Box role="row" className="af-row" key={first + index} aria-rowindex={first + index + 2}>
              <span {...CELL} className="t3">
                {first + index + 1}
              </span>
              {widths.map((_, column) => {
                const cell = cells[column] ?? '';
                return (
                  <span
                    {...CELL}
                    key={column}
                    className={isNumeric(cell) ? 'cut af-number' : 'cut'}
                    title={cell.length > MIN_CHARS ? cell.slice(0, 500) : undefined}
                  >
                    {oneLine(cell)}
                  </span>
                );
              })}
            </Box>
          ))}
        </div>
      </div>
    </Box>
  );
}

/** Width of each column in characters, from the first lines. */
function widthsOf(csv: Csv): number[] {
  const widths: number[] = new Array(csv.columns).fill(MIN_CHARS);
  for (const cells of csv.rows.slice(0, SAMPLE_LINES)) {
    for (const [column, cell] of cells.entries()) {
      widths[column] = Math.max(widths[column] ?? MIN_CHARS, Math.min(MAX_CHARS, cell.length + 3));
    }
  }
  return widths;
}
