import { memo } from 'react';
import { isQuiet, type Row } from '../../../shared/model/row.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Tag } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CELL } from '../../ui/roles.ts';
import { formatBytes, formatDuration, formatSeconds } from '../../ui/text.ts';
import { deliveryMarks, deliveryState } from '../../views/delivery-words.ts';
import { StateTag } from '../../views/StateTag.tsx';
import { durationText, faceOf, gapText, laneTone, rowName } from './present.ts';
import type { TimelineItem } from './view-model.ts';

export interface EventRowProps {
  item: TimelineItem;
  position: number;
  /** `at` that the time column counts from, ms. */
  origin: number;
  selected: boolean;
  pinned: boolean;
  /** Something of this row is still happening. */
  current: boolean;
}

/** Id of the element at a position, for `aria-activedescendant`. */
export const rowId = (item: TimelineItem): string => `event-${item.kind === 'fold' ? 'fold-' : ''}${item.row.seq}`;

export const EventRow = memo(
  function EventRow({ item, position, origin, selected, pinned, current }: EventRowProps) {
    const { row, fold } = item;
    if (item.kind === 'gap') return <GapRow item={item} position={position} />;
    const face = faceOf(item, item.stream === true, origin);
    const tone = laneTone(row.lane);
    const gap = row.kind === 'note' && row.name === 'gap';
    const severity = fold ? fold.severity : row.marks?.severity;
    const findings = fold ? fold.findings : (row.marks?.findings ?? 0);
    return (
      <Box
        className={gap ? 'ev ev-missing' : 'ev'}
        role="row"
        id={rowId(item)}
        aria-rowindex={position + 2}
        aria-selected={selected}
        aria-label={pinned ? t('timeline.row.pinned', { row: rowName(face, row, origin) }) : rowName(face, row, origin)}
        data-testid="event-row"
        data-state={selected ? 'selected' : 'idle'}
        data-position={position}
        data-seq={row.seq}
        data-pinned={pinned || undefined}
        data-lane={row.lane}
        data-kind={row.kind}
        data-task={row.task}
        data-span={row.span?.edge}
        data-findings={findings || undefined}
        data-folded={fold?.count}
        data-child={item.kind === 'child' || undefined}
        data-note={row.kind === 'note' ? row.name : undefined}
        data-phase={row.reconnect?.phase}
        data-delivery={row.delivery ? deliveryState(row) : undefined}
      >
        <span className="ev-seq" {...CELL}>
          {row.seq}
        </span>
        <span className="ev-time" {...CELL}>
          {formatSeconds(row.at - origin)}
        </span>
        <span className="ev-gap" {...CELL}>
          {gapText(item.gap)}
        </span>
        <span className="ev-span" {...CELL}>
          {item.bracket ? <i className={`${laneTone(item.bracket.lane)} edge-${item.bracket.edge}`} /> : null}
        </span>
        <span className={`ev-lane ${tone}`} {...CELL}>
          <Icon name={face.icon} />
        </span>
        <span className={`ev-kind ${tone}`} {...CELL} title={row.kind}>
          {face.kind}
        </span>
        <span className={`ev-text look-${face.look}`} {...CELL}>
          {fold ? (
            <button
              type="button"
              className="ev-twisty"
              tabIndex={-1}
              aria-expanded={fold.open}
              aria-label={t(fold.open ? 'timeline.fold.close' : 'timeline.fold.open')}
              data-testid="fold-toggle"
              data-state={fold.open ? 'open' : 'closed'}
            >
              <Icon name={fold.open ? 'chevron-down' : 'chevron-right'} size={12} />
            </button>
          ) : null}
          {face.name ? <b>{face.name}</b> : null}
          {face.name && face.text ? ' ' : null}
          {face.text}
        </span>
        <span className="ev-marks" {...CELL}>
          {pinned ? (
            <span className="ev-pin" title={t('timeline.pinned')}>
              <Icon name="pin" size={12} />
            </span>
          ) : null}
          {fold && !isQuiet(row) ? (
            <span className="tag tag-plain">{t('timeline.frames', { count: fold.count })}</span>
          ) : null}
          {severity ? (
            <span className={severity === 'error' ? 'tone-danger' : severity === 'warning' ? 'tone-warn' : 'tone-info'}>
              <span className="visually-hidden">{t('timeline.findings', { count: findings })}</span>
              <Icon name={severity === 'note' ? 'info' : 'triangle'} />
            </span>
          ) : null}
          {deliveryMarks(row).map(({ id, icon, tone, text }) => (
            <Tag key={id} icon={icon} tone={tone} data-mark={id}>
              {text}
            </Tag>
          ))}
          {face.state ? <StateTag state={face.state} still={!current} /> : null}
        </span>
        <span className="ev-duration" {...CELL} title={delayTitle(row)}>
          {durationText(item)}
        </span>
        <span className="ev-size" {...CELL}>
          {sizeText(item)}
        </span>
      </Box>
    );
  },
  (old, next) =>
    old.selected === next.selected &&
    old.pinned === next.pinned &&
    old.current === next.current &&
    old.origin === next.origin &&
    old.position === next.position &&
    sameItem(old.item, next.item),
);

/** A row that changes is another one; folds grow. */
const sameItem = (old: TimelineItem, next: TimelineItem): boolean =>
  old.row === next.row &&
  old.kind === next.kind &&
  old.gap === next.gap &&
  old.fold?.count === next.fold?.count &&
  old.fold?.open === next.fold?.open &&
  old.bracket?.edge === next.bracket?.edge;

function sizeText(item: TimelineItem): string {
  const size = item.fold ? item.fold.size : item.row.size;
  return size === 0 ? '' : formatBytes(size);
}

/** What the duration of a delivery is counted from. */
const delayTitle = ({ delivery }: Row): string | undefined =>
  delivery?.after === undefined ? undefined : t(delivery.fits === undefined ? 'delivery.after.last' : 'delivery.after');

function GapRow({ item, position }: { item: TimelineItem; position: number }) {
  const gap = item.gap ?? 0;
  const key = item.row.kind === 'request' ? 'timeline.gap.waiting' : 'timeline.gap';
  return (
    <Box
      className="ev-gaprow"
      role="row"
      aria-rowindex={position + 2}
      data-testid="gap-row"
      data-ms={Math.round(gap)}
      data-position={position}
    >
      <span {...CELL}>{t(key, { duration: formatDuration(gap) })}</span>
    </Box>
  );
}
