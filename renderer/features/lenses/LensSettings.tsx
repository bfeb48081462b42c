import { openLenses } from '../../state/lenses.ts';
import { useLenses } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import './lenses.css';

const countOf = (lenses: ReturnType<typeof useLenses>['data'], state: 'used' | 'broken'): number =>
  lenses?.lenses.filter((lens) => lens.state === state).length ?? 0;

/** How many lenses are in use, as a part of the settings. */
export function LensSettings({ onOpen }: { onOpen(): void }) {
  const lenses = useLenses().data;
  const broken = countOf(lenses, 'broken');
  return (
    <div className="vflex" data-testid="lens-settings">
      <p>{t('lenses.settings', { used: countOf(lenses, 'used') })}</p>
      {broken > 0 ? <p className="tone-danger">{t('lenses.settings.broken', { count: broken })}</p> : null}
      <div>
        <Button
          size="s"
          icon="eye"
          onClick={() => {
            onOpen();
            openLenses();
          }}
        >
          {t('lenses.open')}
        </Button>
      </div>
    </div>
  );
}

/** Shown in the top bar while a lens file cannot be used. */
export function LensWarning() {
  const broken = countOf(useLenses().data, 'broken');
  if (broken === 0) return null;
  return (
    <IconButton
      icon="triangle"
      className="lens-warning"
      label={t('lenses.settings.broken', { count: broken })}
      data-testid="lens-warning"
      onClick={openLenses}
    />
  );
}
