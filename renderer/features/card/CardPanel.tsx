import { useMutation } from '@tanstack/react-query';
import type { AgentView } from '../../../shared/contract/views.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { ask, CallError } from '../../state/bridge.ts';
import { queryClient, useAgents, useCard } from '../../state/queries.ts';
import type { Place } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Empty } from '../../ui/Notice.tsx';
import { clockText } from '../../views/clock.ts';
import { LateLoading } from '../../views/LateLoading.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { CardContent } from './CardContent.tsx';
import { FetchLine } from './FetchLine.tsx';
import './card.css';

/** The Card tab. Each agent has its own page, so that nothing of one is left when another is chosen. */
export const CardPanel = ({ place }: { place: Place }) =>
  place.kind === 'agent' ? <CardPage key={place.agent} agentId={place.agent} /> : null;

const troubleOf = (error: unknown): Trouble =>
  error instanceof CallError ? error.trouble : { code: 'internal', message: String(error) };

function CardPage({ agentId }: { agentId: string }) {
  const agent = useAgents().data?.find((one) => one.id === agentId);
  const query = useCard(agentId);
  const fetching = useMutation({
    mutationFn: (extended: boolean) => ask('card.fetch', { agent: agentId, ...(extended ? { extended } : {}) }),
    onSuccess: (card) => queryClient.setQueryData(['card', agentId], card),
  });
  const card = query.data;
  const fetchCard = (extended: boolean) => fetching.mutate(extended);
  // What is known of the card later does not say that its last fetch found nothing new.
  const unchanged = fetching.data?.notModified === true && fetching.data.fetchedAt === card?.fetchedAt;
  const busy = fetching.isPending ? (fetching.variables ? 'extended' : 'public') : undefined;

  return (
    <div
      className="card-page"
      data-testid="card-page"
      data-state={card ? 'ready' : query.isPending ? 'loading' : 'error'}
    >
      <FetchLine card={card} unchanged={unchanged || card?.notModified === true} busy={busy} onFetch={fetchCard} />
      {fetching.isError ? (
        <div className="card-trouble">
          <TroubleNotice panel="card-fetch" trouble={troubleOf(fetching.error)} agent={agentId} />
        </div>
      ) : null}
      {card ? (
        <>
          <Unreachable agent={agent} />
          <CardContent view={card} agent={agent} />
        </>
      ) : query.isPending || agent?.connection === 'connecting' ? (
        <LateLoading panel="card">{t('card.loading')}</LateLoading>
      ) : (
        <NoCard
          agent={agent}
          trouble={troubleOf(query.error)}
          busy={busy !== undefined}
          onFetch={() => fetchCard(false)}
        />
      )}
    </div>
  );
}

/** Nothing was ever read: why, when somebody tried, and the one thing to do. */
function NoCard({
  agent,
  trouble,
  busy,
  onFetch,
}: {
  agent: AgentView | undefined;
  trouble: Trouble;
  busy: boolean;
  onFetch(): void;
}) {
  const shown = agent?.error ?? (trouble.code === 'not-found' ? undefined : trouble);
  return (
    <div className="card-none">
      {shown ? (
        <>
          <p className="card-none-line">{t('card.empty.error')}</p>
          <TroubleNotice panel="card" trouble={shown} agent={agent?.id} />
        </>
      ) : (
        <Empty panel="card">{t('card.empty')}</Empty>
      )}
      <Button icon="refresh" disabled={busy} onClick={onFetch}>
        {busy ? t('card.fetching') : t('card.fetch.first')}
      </Button>
    </div>
  );
}

function Unreachable({ agent }: { agent: AgentView | undefined }) {
  if (agent?.connection !== 'unreachable') return null;
  return (
    <p className="card-banner" role="status" title={agent.error?.message}>
      <Icon name="unplug" className="tone-warn" />
      {agent.lastSeen
        ? t('card.unreachable.seen', { time: clockText(Date.parse(agent.lastSeen)) })
        : t('card.unreachable')}
    </p>
  );
}
