import { LensWarning } from '../features/lenses/LensSettings.tsx';
import { useLogSession } from '../state/log.ts';
import { useSessions } from '../state/queries.ts';
import { sessionTitle } from '../state/session-title.ts';
import { type Settings, setSetting, useSettings } from '../state/settings.ts';
import { t } from '../strings/index.ts';
import { IconButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { Mark } from '../ui/Mark.tsx';
import { Menu } from '../ui/Menu.tsx';
import { hintOf } from './keys.ts';
import { openLayer } from './layers.ts';

const THEME_ICON: Record<Settings['theme'], IconName> = { system: 'monitor', dark: 'moon', light: 'sun' };

export function TopBar() {
  const shown = useLogSession();
  const session = useSessions().data?.find((one) => one.id === shown);
  return (
    <header className="top" data-pane="top">
      <div className="brand">
        <Mark size={20} />
        <span>{t('app.name')}</span>
        {session ? (
          <span className="brand-session cut" title={sessionTitle(session)}>
            {sessionTitle(session)}
          </span>
        ) : null}
      </div>
      <button type="button" className="omni" onClick={() => openLayer({ kind: 'palette', start: '' })}>
        <Icon name="search" />
        <span className="grow cut">{t('top.search')}</span>
        <kbd>{hintOf('palette')}</kbd>
      </button>
      <div className="top-end">
        <LensWarning />
        <ThemeMenu />
        <IconButton
          icon="settings"
          label={t('top.settings')}
          keys={hintOf('settings')}
          onClick={() => openLayer({ kind: 'settings' })}
        />
      </div>
    </header>
  );
}

function ThemeMenu() {
  const theme = useSettings((settings) => settings.theme);
  return (
    <Menu
      trigger={<IconButton icon={THEME_ICON[theme]} label={t('top.theme')} />}
      items={(['system', 'dark', 'light'] as const).map((id) => ({
        id,
        label: t(`settings.theme.${id}`),
        icon: THEME_ICON[id],
        checked: id === theme,
        onSelect: () => setSetting('theme', id),
      }))}
    />
  );
}
