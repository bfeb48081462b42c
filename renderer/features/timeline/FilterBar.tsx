import { memo, type ReactNode, type RefObject, useId } from 'react';
import { LANES, type Lane } from '../../../shared/model/row.ts';
import type { Filter } from '../../../shared/replay/filter/filter.ts';
import { LANE_ICON } from '../../state/glyphs.ts';
import { setFilterText, toggleLane } from '../../state/row-filter.ts';
import { setSetting, useSettings } from '../../state/settings.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { GoToNumber } from '../../ui/GoToNumber.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { formatCount } from '../../ui/text.ts';
import { FilterDetails } from '../../views/filter/FilterDetails.tsx';
import { FilterField } from '../../views/filter/FilterField.tsx';

export interface FilterBarProps {
  input: RefObject<HTMLInputElement | null>;
  filter: Filter;
  /** Leaves the field for the list. */
  onLeave(): void;
  lanes: Readonly<Record<Lane, number>>;
  hidden: ReadonlySet<Lane>;
  /** Rows that lanes and filter let through, of all in this place. */
  count: { shown: number; total: number };
  following: boolean;
  fresh: number;
  onFollow(): void;
  /** Before the choices at the end. */
  children?: ReactNode;
}

export function FilterBar(props: FilterBarProps) {
  const { filter, lanes, hidden, following, fresh } = props;
  const errorId = useId();
  const fold = useSettings((settings) => settings.foldDeltas);
  return (
    <>
      <div className="tl-filter">
        <FilterField
          className="tl-field"
          input={props.input}
          filter={filter}
          onText={setFilterText}
          onLeave={props.onLeave}
          label={t('timeline.filter')}
          placeholder={t('timeline.filter.example')}
          describedBy={errorId}
        />
        <Box className="tl-lanes" role="group" aria-label={t('timeline.lanes')}>
          {LANES.map((lane) => (
            <LaneToggle key={lane} lane={lane} count={lanes[lane]} hidden={hidden.has(lane)} />
          ))}
        </Box>
        <span className="tl-end">
          {props.children}
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
      <FilterDetails errorId={errorId} filter={filter} onText={setFilterText} count={props.count} />
    </>
  );
}

interface LaneToggleProps {
  lane: Lane;
  count: number;
  hidden: boolean;
}

const LaneToggle = memo(function LaneToggle({ lane, count, hidden }: LaneToggleProps) {
  const words = t(hidden ? 'timeline.lane.show' : 'timeline.lane.hide', { lane: t(`lane.${lane}`), count });
  return (
    <Tip text={words}>
      <button
        type="button"
        className={`tl-lane lane-${count > 0 ? lane : 'none'}`}
        aria-label={words}
        aria-pressed={!hidden}
        data-lane={lane}
        data-count={count}
        onClick={() => toggleLane(lane)}
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
