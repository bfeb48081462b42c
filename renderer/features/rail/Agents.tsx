import { type KeyboardEvent, useRef } from 'react';
import type { VaultView } from '../../../shared/contract/access.ts';
import type { AgentView } from '../../../shared/contract/views.ts';
import { useAgents } from '../../state/queries.ts';
import { goTo, useSelection } from '../../state/selection.ts';
import { showLive } from '../../state/sessions.ts';
import { t } from '../../strings/index.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ContextMenu } from '../../ui/Menu.tsx';
import { Empty } from '../../ui/Notice.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { CONNECTION, secondLine } from './connection.ts';
import { useAgentMenu } from './use-agent-menu.tsx';
import './rail.css';

/** Choosing an agent means to work with it, so the live session comes back too. */
export const chooseAgent = (agent: string): void => {
  void showLive();
  goTo({ kind: 'agent', agent });
};

export function Agents({ addKeys }: { addKeys: string }) {
  const agents = useAgents().data;
  const chosen = useSelection((selection) => selection.agent);
  const menu = useAgentMenu();
  const list = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const rows = Array.from(list.current?.querySelectorAll<HTMLElement>('[data-testid="agent-row"]') ?? []);
    const at = rows.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    rows[Math.max(0, Math.min(rows.length - 1, to))]?.focus();
  };
  return (
    <section className="rail-part agents" aria-label={t('rail.agents')}>
      <div className="rail-head">
        <h2>{t('rail.agents')}</h2>
        <span className="end">
          <IconButton icon="plus" label={t('rail.agents.add')} keys={addKeys} onClick={() => goTo({ kind: 'start' })} />
        </span>
      </div>
      {agents?.length === 0 ? (
        <Empty panel="agents">{t('rail.agents.empty', { keys: addKeys })}</Empty>
      ) : (
        <ul className="agents-list" ref={list} onKeyDown={onKeyDown}>
          {agents?.map((agent, index) => (
            <li key={agent.id}>
              <ContextMenu items={menu.itemsOf(agent)}>
                <AgentRow
                  agent={agent}
                  index={index}
                  chosen={agent.id === chosen}
                  tabStop={chosen ? agent.id === chosen : index === 0}
                />
              </ContextMenu>
            </li>
          ))}
        </ul>
      )}
      {menu.dialogs}
    </section>
  );
}

interface AgentRowProps {
  agent: AgentView;
  index: number;
  chosen: boolean;
  tabStop: boolean;
}

/** Props beyond its own come from the context menu around it. */
function AgentRow({ agent, index, chosen, tabStop, ...rest }: AgentRowProps) {
  const glyph = CONNECTION[agent.connection];
  const word = t(`connection.${agent.connection}`);
  return (
    <button
      type="button"
      {...rest}
      className="agent"
      aria-current={chosen ? 'true' : undefined}
      tabIndex={tabStop ? 0 : -1}
      title={agent.error?.message ?? agent.url}
      data-testid="agent-row"
      data-id={agent.id}
      data-state={agent.connection}
      onClick={() => chooseAgent(agent.id)}
    >
      <Tile name={agent.name} index={index} />
      <span className="agent-name cut">{agent.name}</span>
      <span className={glyph.tone}>
        <Icon name={glyph.icon} size={12} spin={glyph.spin ?? false} />
        <span className="visually-hidden">{word}</span>
      </span>
      <span className="agent-host cut">{secondLine(agent)}</span>
    </button>
  );
}

/** Kept beside the version because it decides what happens to typed secrets. */
export function RailFoot({ vault, version, onVault }: RailFootProps) {
  const word = vault?.locked ? 'locked' : vault?.kind;
  return (
    <div className="rail-foot">
      {word ? (
        <button
          type="button"
          className="rail-vault"
          title={word === 'session' ? t('rail.vault.session.why') : t('rail.vault.open')}
          data-testid="rail-vault"
          data-state={word}
          onClick={onVault}
        >
          <Icon name={word === 'locked' ? 'lock' : 'shield'} />
          <span className="cut">{t(`rail.vault.${word}`)}</span>
        </button>
      ) : null}
      <span className="end">{version}</span>
    </div>
  );
}

interface RailFootProps {
  vault: VaultView | undefined;
  version: string;
  /** Opens what can be done about the store. */
  onVault(): void;
}
