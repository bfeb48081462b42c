import { Fragment, memo } from 'react';
import type { FrameText } from '../../../shared/contract/views.ts';
import type { Row } from '../../../shared/model/row.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CELL } from '../../ui/roles.ts';
import { formatBytes, formatSeconds, oneLine } from '../../ui/text.ts';
import { segmentsOf } from './frame-line.ts';
import { frameKind } from './view-model.ts';

export interface FrameRowProps {
  row: Row;
  /** Undefined while it is being read; null when it cannot be. */
  text: FrameText | null | undefined;
  position: number;
  gap: number | undefined;
  /** `at` that the time column counts from, ms. */
  origin: number;
  selected: boolean;
}

/** Id of the element, for `aria-activedescendant`. */
export const frameRowId = (row: Row): string => `frame-${row.seq}`;

export const FrameRow = memo(function FrameRow({ row, text, position, gap, origin, selected }: FrameRowProps) {
  const kind = frameKind(row);
  const time = formatSeconds(row.at - origin);
  const size = formatBytes(row.size);
  const name = t(`wire.frame.kind.${kind}`, { count: 1 });
  return (
    <Box
      className="wf"
      role="row"
      id={frameRowId(row)}
      aria-rowindex={position + 2}
      aria-selected={selected}
      aria-label={t('wire.frame.name', { seq: row.seq, kind: name, time, size })}
      data-testid="frame-row"
      data-state={selected ? 'selected' : 'idle'}
      data-position={position}
      data-seq={row.seq}
      data-exchange={row.exchange}
      data-kind={kind}
      data-framing={text?.framing}
      data-event={text?.event}
      data-id={text?.id}
      data-retry={text?.retry}
      data-bytes={row.size}
    >
      <span className="wf-seq" {...CELL}>
        {kind === 'comment' ? '' : row.seq}
      </span>
      <span className="wf-time" {...CELL}>
        {time}
      </span>
      <span className="wf-gap" {...CELL}>
        {gapText(gap)}
      </span>
      <span className={`wf-text ${kind === 'comment' ? 't3' : ''}`} {...CELL}>
        {text ? <Line text={text} /> : null}
      </span>
      <span className="wf-marks" {...CELL}>
        {text ? <Marks text={text} row={row} /> : null}
      </span>
      <span className="wf-size" {...CELL}>
        {size}
      </span>
    </Box>
  );
});

const Line = ({ text }: { text: FrameText }) => (
  <>
    {segmentsOf(text).map(({ field, text: value, faint }, index) => (
      <Fragment key={index}>
        {index > 0 ? <span className="wf-break">{'\u2009↵\u2009'}</span> : null}
        {field === '' ? null : <span className="t3">{field}</span>}
        {faint ? <span className="t3">{value}</span> : value}
      </Fragment>
    ))}
  </>
);

function Marks({ text, row }: { text: FrameText; row: Row }) {
  const { framing, event, id, retry, binary } = text;
  return (
    <>
      {event === undefined ? null : <Mark words={t('wire.frame.event', { value: oneLine(event) })} />}
      {id === undefined ? null : <Mark words={t('wire.frame.id', { value: oneLine(id) })} />}
      {retry === undefined ? null : <Mark words={t('wire.frame.retry', { value: retry })} />}
      {framing === 'grpc' ? <Mark words={t('wire.frame.grpc')} why={t('wire.frame.grpc.why')} /> : null}
      {framing === 'tail' ? (
        <Mark words={t('wire.frame.tail')} tone="tone-danger" why={t('wire.frame.tail.why')} />
      ) : binary ? (
        <Mark words={t('wire.frame.binary')} tone="tone-danger" />
      ) : row.kind === 'unreadable' ? (
        <Mark words={t('wire.frame.damaged')} tone="tone-danger" why={oneLine(row.text)} />
      ) : row.marks?.severity && row.marks.severity !== 'note' ? (
        <span className={row.marks.severity === 'error' ? 'tone-danger' : 'tone-warn'}>
          <span className="visually-hidden">{t('timeline.findings', { count: row.marks.findings ?? 1 })}</span>
          <Icon name="triangle" />
        </span>
      ) : null}
    </>
  );
}

const Mark = ({ words, tone = 'tag-plain', why }: { words: string; tone?: string; why?: string }) => (
  <span className={`tag ${tone}`} title={why ?? words}>
    <span className="cut">{words}</span>
  </span>
);

/** `+41` in ms, `+8.3 s` above one second. */
function gapText(gap: number | undefined): string {
  if (gap === undefined) return '';
  return gap < 1_000 ? `+${Math.round(gap)}` : `+${(gap / 1_000).toFixed(1)} s`;
}
