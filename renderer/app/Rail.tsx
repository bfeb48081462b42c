import type { ReactNode } from 'react';
import { Agents, chooseAgent, RailFoot } from '../features/rail/Agents.tsx';
import { Sessions } from '../features/sessions/Sessions.tsx';
import { Contexts } from '../features/tree/Contexts.tsx';
import { layoutStore, toggleRail } from '../state/layout.ts';
import { useAgents, useAppInfo, useVault } from '../state/queries.ts';
import { useSelection } from '../state/selection.ts';
import { t } from '../strings/index.ts';
import { IconButton } from '../ui/Button.tsx';
import { Tile } from '../ui/Tile.tsx';
import { Tip } from '../ui/Tip.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { hintOf } from './keys.ts';
import { openLayer } from './layers.ts';

/** Chooses what the rest of the window shows. */
export function Rail({ edge }: { edge?: ReactNode }) {
  const info = useAppInfo().data;
  const vault = useVault().data;
  return (
    <nav className="rail" aria-label={t('rail.title')} data-testid="rail" data-pane="rail">
      <ErrorBoundary panel="agents">
        <Agents addKeys={hintOf('addAgent')} />
      </ErrorBoundary>
      <ErrorBoundary panel="contexts">
        <Contexts />
      </ErrorBoundary>
      <ErrorBoundary panel="sessions">
        <Sessions />
      </ErrorBoundary>
      {info ? (
        <RailFoot vault={vault} version={info.version} onVault={() => openLayer({ kind: 'settings', at: 'vault' })} />
      ) : null}
      {edge}
    </nav>
  );
}

const showOver = () => layoutStore.setState({ railOver: true });

/** The rail where there is no room for it: it opens over the centre. */
export function RailStrip({ narrow, over }: { narrow: boolean; over: boolean }) {
  const agents = useAgents().data;
  const chosen = useSelection((selection) => selection.agent);
  const open = narrow ? showOver : toggleRail;
  return (
    <nav
      className="strip"
      aria-label={t('rail.title')}
      inert={over}
      {...(over ? {} : { 'data-testid': 'rail', 'data-pane': 'rail' })}
    >
      <IconButton icon="menu" size="m" label={t('rail.show')} keys={hintOf('rail')} onClick={toggleRail} />
      {agents?.map((agent, index) => (
        <Tip key={agent.id} text={`${agent.name}\n${t(`connection.${agent.connection}`)}`}>
          <button
            type="button"
            className="strip-agent"
            aria-current={agent.id === chosen ? 'true' : undefined}
            data-testid="agent-row"
            data-id={agent.id}
            data-state={agent.connection}
            onClick={() => chooseAgent(agent.id)}
          >
            <Tile name={agent.name} index={index} />
            <span className="visually-hidden">{agent.name}</span>
          </button>
        </Tip>
      ))}
      <span className="strip-gap" />
      <IconButton icon="layers" size="m" label={t('tree.title')} onClick={open} />
      <IconButton icon="session" size="m" label={t('sessions.title')} onClick={open} />
    </nav>
  );
}
