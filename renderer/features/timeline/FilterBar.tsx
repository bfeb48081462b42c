import { type KeyboardEvent, memo, type RefObject } from 'react';
import { LANES, type Lane } from '../../../shared/model/row.ts';
import { LANE_ICON } from '../../state/glyphs.ts';
import { setSetting, useSettings } from '../../state/settings.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { GoToNumber } from '../../ui/GoToNumber.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { formatCount } from '../../ui/text.ts';

export interface FilterBarProps {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  onText(text: string): void;
  /** Leaves the field for the list. */
  onLeave(): void;
  lanes: Readonly<Record<Lane, number>>;
  hidden: ReadonlySet<Lane>;
  onLane(lane: Lane): void;
  following: boolean;
  fresh: number;
  onFollow(): void;
}

export function FilterBar(props: FilterBarProps) {
  const { text, onText, lanes, hidden, following, fresh } = props;
  const fold = useSettings((settings) => settings.foldDeltas);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation();
      onText('');
    } else if (event.key === 'Escape' || event.key === 'ArrowDown' || event.key === 'Enter') {
      event.stopPropagation();
      event.preventDefault();
      props.onLeave();
    }
  };
  return (
    <div className="tl-filter">
      <label className="filter-field tl-field field field-s">
        <Icon name="filter" />
        <span className="visually-hidden">{t('timeline.filter')}</span>
        <input
          ref={props.input}
          type="search"
          data-filter=""
          value={text}
          spellCheck={false}
          placeholder={t('timeline.filter.example')}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <Box className="tl-lanes" role="group" aria-label={t('timeline.lanes')}>
        {LANES.map((lane) => (
          <LaneToggle key={lane} lane={lane} count={lanes[lane]} hidden={hidden.has(lane)} onLane={props.onLane} />
        ))}
      </Box>
      <span className="tl-end">
        <Checkbox checked={fold} onChange={(checked) => setSetting('foldDeltas', checked)}>
          {t('timeline.fold')}
        </Checkbox>
        <span className="vr" />
        <Button size="s" icon="arrow-end" aria-pressed={following} className="tl-follow" onClick={props.onFollow}>
          {following
            ? t('timeline.following')
            : fresh > 0
              ? t('timeline.follow.new', { count: fresh })
              : t('timeline.follow')}
        </Button>
      </span>
    </div>
  );
}

interface LaneToggleProps {
  lane: Lane;
  count: number;
  hidden: boolean;
  onLane(lane: Lane): void;
}

const LaneToggle = memo(function LaneToggle({ lane, count, hidden, onLane }: LaneToggleProps) {
  const words = t(hidden ? 'timeline.lane.show' : 'timeline.lane.hide', { lane: t(`lane.${lane}`), count });
  return (
    <Tip text={words}>
      <button
        type="button"
        className={`tl-lane ${count > 0 ? `lane-${lane}` : ''}`}
        aria-label={words}
        aria-pressed={!hidden}
        data-lane={lane}
        data-count={count}
        onClick={() => onLane(lane)}
      >
        <Icon name={LANE_ICON[lane]} size={12} />
        {compact(count)}
      </button>
    </Tip>
  );
});

/** Above this, counts in badges are cut to thousands. */
const COMPACT_ABOVE = 99_999;

const compact = (count: number): string =>
  count > COMPACT_ABOVE ? `${Math.round(count / 1_000)}k` : formatCount(count);

/** Field for the number of an event. */
export const GoTo = (props: { onGo(seq: number): boolean; onClose(): void }) => (
  <GoToNumber
    className="tl-goto"
    label={t('timeline.goto')}
    missing={(seq) => t('timeline.goto.none', { seq })}
    {...props}
  />
);
