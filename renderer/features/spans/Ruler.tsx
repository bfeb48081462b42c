import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { COLUMN } from '../../ui/roles.ts';
import { formatDuration } from '../../ui/text.ts';
import type { Track } from './geometry.ts';
import { foldMarks, type Tick, ticksOf } from './time-scale.ts';

export interface RulerProps {
  track: Track;
  ticks: readonly Tick[];
  form: 'bars' | 'table';
  measure: (element: HTMLElement | null) => (() => void) | undefined;
}

export const rulerTicks = ({ scale, view, width }: Track): Tick[] => ticksOf(scale, view, width);

/** Head of the list: the time above the bars, or the names of the columns. */
export function Ruler({ track, ticks, form, measure }: RulerProps) {
  const { scale, view, width } = track;
  return (
    <Box className="sp-row sp-head" role="row" aria-rowindex={1}>
      <span className="sp-gutter" {...COLUMN}>
        {t('spans.column.span')}
      </span>
      {form === 'table' ? (
        <>
          <span className="sp-cell sp-number" {...COLUMN}>
            {t('spans.column.start')}
          </span>
          <span className="sp-cell sp-number" {...COLUMN}>
            {t('spans.column.duration')}
          </span>
          <span className="sp-cell" {...COLUMN}>
            {t('spans.column.parent')}
          </span>
          <span className="sp-cell" {...COLUMN}>
            {t('spans.column.state')}
          </span>
        </>
      ) : (
        <span className="sp-track" data-track="" ref={measure} {...COLUMN}>
          <span className="visually-hidden">{t('spans.column.time')}</span>
          {ticks.map((tick) => (
            <span key={tick.x} className="sp-mark" style={{ left: tick.x }} aria-hidden="true">
              {tick.label}
            </span>
          ))}
          {foldMarks(scale, view, width).map((mark) =>
            mark.labelled ? (
              <span
                key={`f${mark.x}`}
                className="sp-mark sp-mark-fold"
                style={{ left: mark.x }}
                data-testid="span-fold"
                data-ms={Math.round(mark.ms)}
              >
                {t('spans.idle', { duration: formatDuration(mark.ms) })}
              </span>
            ) : null,
          )}
        </span>
      )}
    </Box>
  );
}

/** Lines of the ruler and breaks of the axis, behind the bars. */
export function Backdrop({ track, ticks }: { track: Track; ticks: readonly Tick[] }) {
  const { scale, view, width } = track;
  return (
    <div className="sp-back" style={{ width }} aria-hidden="true">
      {ticks.map((tick) => (
        <i key={tick.x} className="sp-line" style={{ left: tick.x }} />
      ))}
      {foldMarks(scale, view, width).map((mark) => (
        <i
          key={mark.x}
          className="sp-break"
          style={{ left: mark.x, width: Math.max(2, mark.width) }}
          title={t('spans.idle', { duration: formatDuration(mark.ms) })}
        />
      ))}
    </div>
  );
}
