import { useState } from 'react';
import type { TaskPushNotificationConfig } from '../../../shared/model/push.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Chip.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Empty } from '../../ui/Notice.tsx';
import { oneLine, shortId } from '../../ui/text.ts';
import { IdText } from '../../views/IdText.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { type ConfigList, deleteConfig, listConfigs, readConfig } from './store.ts';

interface ConfigTableProps {
  agent: string;
  task: string;
  tenant: string;
  list: ConfigList;
  /** Whether an address is one of the local receiver. */
  isReceiver(url: string): boolean;
  onEdit(config: TaskPushNotificationConfig): void;
}

/** Configurations that the agent has for a task. */
export function ConfigTable({ agent, task, tenant, list, isReceiver, onEdit }: ConfigTableProps) {
  const [deleting, setDeleting] = useState<TaskPushNotificationConfig>();
  const { state, busy, configs, next, failure } = list;
  return (
    <section className="push-list" aria-label={t('push.list')} data-testid="push-list" data-state={state}>
      <div className="push-head">
        <h2>{t('push.list')}</h2>
        <span className="end">
          <Button
            icon="refresh"
            size="s"
            data-testid="push-list-ask"
            disabled={busy}
            onClick={() => void listConfigs(agent, task, tenant)}
          >
            {t(busy ? 'push.list.asking' : 'push.list.ask')}
          </Button>
        </span>
      </div>
      {failure ? <FailureNotice failure={failure} agent={agent} /> : null}
      {configs.length === 0 && !failure ? (
        <Empty panel="push">{t(state === 'listed' ? 'push.list.none' : 'push.list.unknown')}</Empty>
      ) : null}
      {configs.length > 0 ? (
        <ul className="push-configs">
          {configs.map((config, index) => (
            <li key={`${config.id} ${index}`} data-testid="push-config" data-id={config.id}>
              <div className="push-config-words">
                <span className="hflex">
                  {config.id ? <IdText id={config.id} /> : <span className="t3">{t('push.config.noId')}</span>}
                  {isReceiver(config.url) ? <Tag icon="bell">{t('push.config.receiver')}</Tag> : null}
                </span>
                <span className="mono cut t2" title={config.url}>
                  {oneLine(config.url)}
                </span>
                <Proofs config={config} />
              </div>
              <IconButton
                icon="pencil"
                label={t('push.config.edit', { id: nameOf(config) })}
                data-testid="push-edit"
                onClick={() => onEdit(config)}
              />
              <IconButton
                icon="refresh"
                label={t('push.config.read', { id: nameOf(config) })}
                data-testid="push-read"
                disabled={busy}
                onClick={() => void readConfig(agent, task, config)}
              />
              <IconButton
                icon="trash"
                label={t('push.config.delete', { id: nameOf(config) })}
                data-testid="push-delete"
                disabled={busy}
                onClick={() => setDeleting(config)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {next ? (
        <span>
          <Button size="s" disabled={busy} onClick={() => void listConfigs(agent, task, tenant, next)}>
            {t('push.list.more')}
          </Button>
        </span>
      ) : null}
      {state === 'known' && configs.length > 0 ? <p className="hint">{t('push.list.known')}</p> : null}
      {deleting ? (
        <Confirm
          title={t('push.delete.title', { id: nameOf(deleting) })}
          verb={t('push.delete.verb')}
          cancel={t('action.cancel')}
          onConfirm={() => void deleteConfig(agent, task, deleting)}
          onClose={() => setDeleting(undefined)}
        >
          {t('push.delete.explain', { url: oneLine(deleting.url) })}
        </Confirm>
      ) : null}
    </section>
  );
}

const nameOf = ({ id, url }: TaskPushNotificationConfig): string => (id ? shortId(oneLine(id)) : oneLine(url));

/** What the agent sends along, never what it is. */
function Proofs({ config: { token, authentication } }: { config: TaskPushNotificationConfig }) {
  const scheme = authentication?.scheme;
  if (!token && !authentication) return <span className="t3">{t('push.proof.none')}</span>;
  return (
    <span className="push-proofs t3">
      {token ? (
        <span>
          <Icon name="key" size={12} /> {t('push.proof.token')}
        </span>
      ) : null}
      {authentication ? (
        <span>
          <Icon name="lock" size={12} /> {t('push.proof.authentication', { scheme: oneLine(scheme || '?') })}
        </span>
      ) : null}
    </span>
  );
}
