import type { AgentView } from '../../shared/contract/views.ts';
import { useAgentMenu } from '../features/rail/use-agent-menu.tsx';
import { stopListening } from '../state/calls.ts';
import { useFromLog, useLogSession } from '../state/log.ts';
import { useAgents, useSessions } from '../state/queries.ts';
import type { Place } from '../state/selection.ts';
import { sessionTitle } from '../state/session-title.ts';
import { startSession } from '../state/sessions.ts';
import { shareSession } from '../state/share.ts';
import { t } from '../strings/index.ts';
import { IconButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { Tile } from '../ui/Tile.tsx';
import { shortId } from '../ui/text.ts';
import { Badges } from './Badges.tsx';
import { liveTask } from './live-task.ts';
import { UnverifiedBanner } from './UnverifiedBanner.tsx';

/** Whom the centre is about. */
export function CentreHead({ place }: { place: Place }) {
  const agents = useAgents().data;
  if (!('agent' in place)) return <SessionHead />;
  const index = agents?.findIndex((one) => one.id === place.agent) ?? -1;
  const agent = agents?.[index];
  if (!agent) return <UnknownHead agent={place.agent} />;
  return (
    <>
      <AgentHead place={place} agent={agent} index={index} />
      <UnverifiedBanner agent={agent} />
    </>
  );
}

/** The heading of the page, unless a card below has a bigger one. */
const HeadName = ({ name, under }: { name: string; under?: boolean }) =>
  under ? <p className="head-name cut">{name}</p> : <h1 className="head-name cut">{name}</h1>;

function AgentHead({ place, agent, index }: { place: Place; agent: AgentView; index: number }) {
  const menu = useAgentMenu();
  const exchange = useFromLog((log) => liveTask(log, place)?.exchange);
  const items: MenuItem[] = menu.itemsOf(agent);
  if (exchange !== undefined) {
    const stop: MenuItem = {
      id: 'stop',
      label: t('live.stop'),
      icon: 'unplug',
      onSelect: () => stopListening(exchange),
    };
    items.splice(items.length - 2, 0, stop);
  }
  return (
    <div className="head">
      <Tile name={agent.name} index={index} />
      <HeadName name={agent.name} under={place.kind === 'agent'} />
      <span className="head-host mono cut" title={agent.url}>
        {agent.host}
      </span>
      <Badges agent={agent} />
      <span className="head-end">
        <Menu
          trigger={<IconButton icon="ellipsis" label={t('centre.more')} data-testid="agent-menu" />}
          items={items}
        />
      </span>
      {menu.dialogs}
    </div>
  );
}

/** An agent of a session that was made elsewhere, or one that was removed since. */
const UnknownHead = ({ agent }: { agent: string }) => (
  <div className="head">
    <Tile name={agent} index={0} />
    <HeadName name={t('centre.agent.unknown', { id: shortId(agent) })} />
  </div>
);

function SessionHead() {
  const shown = useLogSession();
  const session = useSessions().data?.find((one) => one.id === shown);
  return (
    <div className="head">
      <span className="tile">
        <Icon name="session" />
      </span>
      <HeadName name={session ? sessionTitle(session) : ''} />
      <span className="head-host cut">{t('centre.session')}</span>
      <span className="head-end">
        {session ? (
          <Menu
            trigger={<IconButton icon="ellipsis" label={t('centre.session.more')} />}
            items={[
              {
                id: 'export',
                label: t('sessions.export'),
                icon: 'download',
                onSelect: () => shareSession(session.id, 'session'),
              },
              {
                id: 'har',
                label: t('sessions.har'),
                icon: 'download',
                onSelect: () => shareSession(session.id, 'har'),
              },
              { id: 'start', label: t('sessions.start'), icon: 'plus', onSelect: () => void startSession() },
            ]}
          />
        ) : null}
      </span>
    </div>
  );
}
