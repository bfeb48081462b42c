import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Choice } from '../../ui/Choice.tsx';
import type { StepFilter } from './outline.ts';
import { choose, useSpansChoice } from './store.ts';
import { FOLD_ABOVE_MS } from './time-scale.ts';
import type { TrackControl } from './use-track.ts';

const FILTERS: readonly StepFilter[] = ['all', 'tools', 'thinking', 'artifacts'];

export interface ToolbarProps {
  control: TrackControl;
  following: boolean;
  onFollow(): void;
}

export function Toolbar({ control, following, onFollow }: ToolbarProps) {
  const { filter, compress, form } = useSpansChoice();
  const table = form === 'table';
  const label = t(table ? 'spans.bars' : 'spans.table');
  return (
    <div className="sp-tools">
      <Choice
        label={t('spans.filter')}
        value={filter}
        options={FILTERS.map((value) => ({ value, label: t(`spans.filter.${value}`) }))}
        onChange={(value) => choose({ filter: value })}
      />
      <span className="sp-idle" title={t('spans.compress', { seconds: FOLD_ABOVE_MS / 1_000 })}>
        <Checkbox checked={compress} onChange={(checked) => choose({ compress: checked })}>
          <span className="cut sp-compress-long">{t('spans.compress', { seconds: FOLD_ABOVE_MS / 1_000 })}</span>
          <span className="sp-compress-short" aria-hidden="true">
            {t('spans.compress.short')}
          </span>
        </Checkbox>
      </span>
      <span className="sp-end">
        <IconButton
          icon="columns"
          label={label}
          keys="⇧ T"
          aria-pressed={table}
          data-testid="span-table"
          onClick={() => choose({ form: table ? 'bars' : 'table' })}
        />
        <Button size="s" keys="F" className="sp-fit" data-testid="span-fit" onClick={control.fit}>
          {t('spans.fit')}
        </Button>
        <IconButton icon="minus" label={t('spans.zoomOut')} keys="-" onClick={control.zoomOut} />
        <IconButton
          icon="plus"
          label={t('spans.zoomIn')}
          keys="+"
          data-testid="span-zoom-in"
          onClick={control.zoomIn}
        />
        <span className="sp-zoom mono t3" data-testid="span-zoom">
          {t('spans.zoom', { factor: zoomText(control.zoom) })}
        </span>
        <Button size="s" icon="arrow-end" aria-pressed={following} className="sp-follow" onClick={onFollow}>
          {t(following ? 'spans.following' : 'spans.follow')}
        </Button>
      </span>
    </div>
  );
}

const zoomText = (zoom: number): string => (zoom < 100 ? zoom.toFixed(1) : String(Math.round(zoom)));
