import { memo, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Span } from '../../../shared/a2a/reduce/spans.ts';
import type { Lane } from '../../../shared/model/row.ts';
import { t } from '../../strings/index.ts';
import type { Outline } from './outline.ts';
import { clampView, type TimeScale } from './time-scale.ts';
import type { TrackControl } from './use-track.ts';

/** Columns of the picture; a bar is at least one of them wide. */
const COLUMNS = 600;
const HEIGHT = 44;
/** Bars looked at for one picture. */
const SAMPLE = 8_000;
/** Time from one picture to the next, ms. */
const EVERY_MS = 250;
/** The picture rests this many times as long as it took to make. */
const REST = 20;

/** Lanes from top to bottom, and the row of the picture that each is drawn in. */
const ROWS: [lane: Lane, y: number][] = [
  ['request', 8],
  ['thinking', 16],
  ['status', 16],
  ['tool', 24],
  ['auth', 32],
  ['artifact', 32],
  ['error', 32],
  ['push', 32],
];

type Picture = { lane: Lane; d: string }[];

export interface OverviewProps {
  outline: Outline;
  control: TrackControl;
}

/** Everything at once, and the part of it that is on screen. Drag to move that part. */
export function Overview({ outline, control }: OverviewProps) {
  const { scale, view, end } = control.track;
  const picture = usePicture(outline, scale, end);
  const box = useRef<HTMLDivElement>(null);
  const onPointer = (event: PointerEvent) => {
    const area = box.current?.getBoundingClientRect();
    if (!area || event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const share = (event.clientX - area.left) / area.width;
    control.show(clampView({ start: share * scale.length - view.length / 2, length: view.length }, scale));
  };
  return (
    <div className="sp-mini" data-testid="span-overview">
      <span className="sp-mini-name">{t('spans.overview')}</span>
      <div className="sp-mini-box" ref={box} onPointerDown={onPointer} onPointerMove={onPointer}>
        <Drawing picture={picture} />
        <span
          className="sp-window"
          title={t('spans.overview.window')}
          style={{
            left: `${(view.start / scale.length) * 100}%`,
            width: `${Math.min(100, (view.length / scale.length) * 100)}%`,
          }}
        />
      </div>
    </div>
  );
}

const Drawing = memo(function Drawing({ picture }: { picture: Picture }) {
  return (
    <svg viewBox={`0 0 ${COLUMNS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {picture.map(({ lane, d }) => (
        <path key={lane} className={`lane-${lane}`} d={d} />
      ))}
    </svg>
  );
});

/** The picture is made at most a few times a second, and less often the longer it takes. */
function usePicture(outline: Outline, scale: TimeScale, end: number): Picture {
  const [picture, setPicture] = useState<Picture>([]);
  const latest = useRef({ outline, scale, end, key: '' });
  latest.current = { outline, scale, end, key: '' };
  const made = useRef<{ key: string; cost: number; at: number; timer?: ReturnType<typeof setTimeout> }>({
    key: '',
    cost: 0,
    at: Number.NEGATIVE_INFINITY,
  });
  const key = `${outline.taken} ${outline.count} ${Math.round(scale.length)} ${scale.from} ${scale.folds.length}`;
  latest.current.key = key;
  useEffect(() => {
    const state = made.current;
    if (state.key === key || state.timer !== undefined) return;
    const draw = () => {
      const begun = performance.now();
      state.timer = undefined;
      state.key = latest.current.key;
      setPicture(drawn(latest.current.outline, latest.current.scale, latest.current.end));
      state.cost = performance.now() - begun;
      state.at = begun;
    };
    const wait = Math.max(EVERY_MS, state.cost * REST) - (performance.now() - state.at);
    if (wait <= 0) draw();
    else state.timer = setTimeout(draw, wait);
  }, [key]);
  useEffect(() => () => clearTimeout(made.current.timer), []);
  return picture;
}

/** Begins and ends per column, so that a bar costs the same however long it is. */
function drawn(outline: Outline, scale: TimeScale, end: number): Picture {
  const edges = new Map<Lane, Int32Array>();
  const column = (at: number) =>
    Math.max(0, Math.min(COLUMNS - 1, Math.floor((scale.place(at) / scale.length) * COLUMNS)));
  const add = (lane: Lane, from: number, to: number) => {
    let line = edges.get(lane);
    if (!line) {
      line = new Int32Array(COLUMNS + 1);
      edges.set(lane, line);
    }
    const first = column(from);
    const last = column(to) + 1;
    line[first] = (line[first] ?? 0) + 1;
    line[last] = (line[last] ?? 0) - 1;
  };
  outline.sample(SAMPLE, (span: Span) => {
    add(span.lane, span.from, span.state === 'open' ? end : span.to);
    for (const wait of span.tool?.waits ?? []) add('auth', wait.from, wait.to ?? end);
  });
  const picture: Picture = [];
  for (const [lane, y] of ROWS) {
    const line = edges.get(lane);
    if (line) picture.push({ lane, d: pathOf(line, y) });
  }
  return picture;
}

function pathOf(line: Int32Array, y: number): string {
  let d = '';
  let depth = 0;
  let begun = -1;
  for (let x = 0; x <= COLUMNS; x++) {
    depth += line[x] ?? 0;
    if (depth > 0 && begun < 0) begun = x;
    if (depth > 0 || begun < 0) continue;
    d += `M${begun} ${y}h${x - begun}v4h${begun - x}z`;
    begun = -1;
  }
  return d;
}
