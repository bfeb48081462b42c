import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { PushFieldsProps } from './PushFields.tsx';
import type { PushWarning } from './warnings.ts';

interface WarningsProps extends Pick<PushFieldsProps, 'onChange'> {
  found: readonly PushWarning[];
  agent: { name: string; host: string };
}

/** What may go wrong with a configuration, before it does. */
export function Warnings({ found, agent, onChange }: WarningsProps) {
  if (found.length === 0) return null;
  return (
    <ul className="push-warnings" aria-label={t('push.warnings')}>
      {found.map((warning) => (
        <li key={warning} data-testid="push-warning" data-warning={warning}>
          <Icon name="triangle" className="tone-warn" />
          <span className="grow">{t(`push.warning.${warning}`, { agent: agent.name, host: agent.host })}</span>
          {warning === 'both' ? (
            <span className="push-warning-actions">
              <Button size="s" onClick={() => onChange({ scheme: '', credentials: '', authRest: {} }, 'keep')}>
                {t('push.keep.token')}
              </Button>
              <Button size="s" onClick={() => onChange({ token: '' }, 'keep')}>
                {t('push.keep.authentication')}
              </Button>
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
