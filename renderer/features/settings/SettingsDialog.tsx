import { type ReactNode, useEffect, useRef } from 'react';
import { useAppInfo } from '../../state/queries.ts';
import { setSetting, useSettings } from '../../state/settings.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TimeoutSettings } from './TimeoutSettings.tsx';
import './settings.css';

interface SettingsDialogProps {
  /** Where secrets are kept. */
  vault: ReactNode;
  /** What reads agents' metadata. */
  lenses: ReactNode;
  /** Part that the person came for. */
  at?: 'vault';
  onClose(): void;
  onKeys(): void;
}

/** Everything here takes effect at once, so there is nothing to save. */
export function SettingsDialog({ vault, lenses, at, onClose, onKeys }: SettingsDialogProps) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (at === 'vault') place.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const settings = useSettings((all) => all);
  const info = useAppInfo().data;
  return (
    <Dialog
      open
      title={t('settings.title')}
      onClose={onClose}
      actions={
        <>
          <Button icon="keyboard" onClick={onKeys}>
            {t('settings.keys')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('action.close')}
          </Button>
        </>
      }
    >
      <dl className="settings" data-testid="settings">
        <dt>{t('settings.theme')}</dt>
        <dd>
          <Choice
            label={t('settings.theme')}
            value={settings.theme}
            options={(['system', 'dark', 'light'] as const).map((value) => ({
              value,
              label: t(`settings.theme.${value}`),
            }))}
            onChange={(theme) => setSetting('theme', theme)}
          />
        </dd>
        <dt>{t('settings.density')}</dt>
        <dd>
          <Choice
            label={t('settings.density')}
            value={settings.density}
            options={(['compact', 'comfortable'] as const).map((value) => ({
              value,
              label: t(`settings.density.${value}`),
            }))}
            onChange={(density) => setSetting('density', density)}
          />
        </dd>
        <dt>{t('settings.vault')}</dt>
        <dd ref={place}>{vault}</dd>
        <dt>{t('lenses.title')}</dt>
        <dd>{lenses}</dd>
        <TimeoutSettings />
        <dt />
        <dd>
          <Checkbox checked={settings.letterKeys} onChange={(checked) => setSetting('letterKeys', checked)}>
            {t('settings.letters')}
          </Checkbox>
          <p className="hint">{t('settings.letters.why')}</p>
        </dd>
        {info ? (
          <>
            <dt>{t('settings.folder')}</dt>
            <dd className="hflex">
              <span className="mono settings-path">{info.sessionsFolder}</span>
              <CopyButton text={info.sessionsFolder} label={t('settings.folder.copy')} doneLabel={t('copy.done')} />
            </dd>
            <dt>{t('settings.version')}</dt>
            <dd>{info.version}</dd>
            <dt>{t('settings.host')}</dt>
            <dd>{t(`settings.host.${info.host}`)}</dd>
          </>
        ) : null}
      </dl>
    </Dialog>
  );
}
