import { useLogRows } from '../../state/use-log-rows.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty, Loading } from '../../ui/Notice.tsx';

export interface BlankProps {
  count: number;
  complete: boolean;
  filter: string;
  scoped: number;
  taken: number;
  onClear(): void;
}

/** What stands where the list has no rows. */
export function Blank({ count, complete, filter, scoped, taken, onClear }: BlankProps) {
  const total = useLogRows().length;
  if (!complete && count === 0)
    return (
      <div className="tl-blank">
        <Loading panel="timeline">{t('timeline.searching', { taken, total })}</Loading>
      </div>
    );
  if (count > 0) return null;
  return (
    <div className="tl-blank">
      <Empty panel="timeline">
        {scoped === 0 ? (
          <p>{t('timeline.empty')}</p>
        ) : (
          <>
            <p>{filter ? t('timeline.empty.filter', { filter }) : t('timeline.empty.lanes')}</p>
            <Button size="s" onClick={onClear}>
              {t(filter ? 'timeline.filter.clear' : 'timeline.lanes.all')}
            </Button>
          </>
        )}
      </Empty>
    </div>
  );
}
