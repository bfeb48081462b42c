import { sessionLog } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { formatClock, formatDuration, formatSeconds } from '../../ui/text.ts';
import { timesOf } from './geometry.ts';
import type { OutlineRow } from './outline.ts';
import { faceOf, stateOf } from './present.ts';

export interface TipProps {
  row: OutlineRow;
  /** Where time stands, ms. */
  end: number;
  origin: number;
  live: boolean;
  /** In the window, px. */
  x: number;
  y: number;
}

/** Keeps the box in the window, px. */
const EDGE = 12;
const WIDTH = 300;
const HEIGHT = 110;

/** Exact times of a line, at the pointer or at the line with the focus. */
export function SpanTip({ row, end, origin, live, x, y }: TipProps) {
  const { from, to } = timesOf(row, end);
  const face = faceOf(row);
  const { started } = sessionLog();
  const state = stateOf(row, live);
  const failed = row.span.failed && !row.phase;
  const one = from === to;
  const left = Math.max(EDGE, Math.min(x + EDGE, innerWidth - WIDTH - EDGE));
  const top = y + EDGE + HEIGHT > innerHeight ? y - EDGE - HEIGHT : y + EDGE;
  return (
    <div className="tip sp-tip" style={{ left, top }} data-testid="span-tip" role="tooltip">
      <b className="cut">{face.name}</b>
      {face.note ? <span className="cut">{face.note}</span> : null}
      <span>
        {one
          ? t('spans.tip.at', { at: formatSeconds(from - origin) })
          : t('spans.tip.times', { from: formatSeconds(from - origin), to: formatSeconds(to - origin) })}
      </span>
      <span>
        {one
          ? formatClock(started + from)
          : t('spans.tip.clock', { from: formatClock(started + from), to: formatClock(started + to) })}
      </span>
      <span>
        {[
          one ? '' : formatDuration(to - from),
          t(`spans.state.${failed ? 'failed' : one && row.span.kind === 'point' ? 'point' : state}`),
          row.phase ? '' : t('spans.tip.frames', { count: row.span.rows }),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </span>
    </div>
  );
}
