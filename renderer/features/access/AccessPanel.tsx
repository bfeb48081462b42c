import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AccessView } from '../../../shared/contract/access.ts';
import type { AgentView } from '../../../shared/contract/views.ts';
import { useAccessWish } from '../../state/access.ts';
import { fetchCard } from '../../state/agents.ts';
import { CallError } from '../../state/bridge.ts';
import { isActive, useAccess, useAgents, useCard, useVault } from '../../state/queries.ts';
import type { Place } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Splitter } from '../../ui/Splitter.tsx';
import { useSize } from '../../ui/use-size.ts';
import { LateLoading } from '../../views/LateLoading.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { AccessForm } from './AccessForm.tsx';
import { AccessSide } from './AccessSide.tsx';
import { TaskWish } from './TaskWish.tsx';
import { useAccessForm } from './use-access-form.ts';
import { VaultBanner } from './VaultBanner.tsx';
import './access.css';

/** Container widths below this, in px, put what happened under the form instead of beside it. */
const BESIDE_FROM = 860;
/** Smallest panes, px. */
const FORM_MIN = 420;
const SIDE_MIN = 300;
/** Width of the side until somebody moves the line, px. */
const SIDE = 420;

/** The Access tab. Each agent has its own page, so that nothing of one is left when another is chosen. */
export const AccessPanel = ({ place }: { place: Place }) =>
  place.kind === 'agent' ? <AccessPage key={place.agent} agentId={place.agent} /> : null;

function AccessPage({ agentId }: { agentId: string }) {
  const agent = useAgents().data?.find((one) => one.id === agentId);
  const access = useAccess(agentId);
  return (
    <div className="access-page" data-testid="access-page">
      <VaultBanner />
      {agent && access.data ? (
        <Loaded agent={agent} view={access.data} />
      ) : access.error instanceof CallError ? (
        <TroubleNotice panel="access" trouble={access.error.trouble} here />
      ) : (
        <LateLoading panel="access">{t('access.loading')}</LateLoading>
      )}
    </div>
  );
}

function Loaded({ agent, view }: { agent: AgentView; view: AccessView }) {
  const card = useCard(agent.id);
  const vault = useVault().data;
  const wish = useAccessWish(agent.id);
  const form = useAccessForm({ agent, card: card.data, view, vault, wanted: wish?.scheme });
  const [box, { width }] = useSize<HTMLDivElement>();
  const [side, setSide] = useState(SIDE);
  useTokenArrived(agent, view);
  const beside = width >= BESIDE_FROM;
  const most = Math.max(SIDE_MIN, width - FORM_MIN);
  const size = Math.round(Math.min(most, Math.max(SIDE_MIN, Math.min(side, width * 0.5))));
  return (
    <div className="access-split" data-layout={beside ? 'beside' : 'stacked'} ref={box}>
      <Pane label={t('access.tab')}>
        {wish?.task ? <TaskWish wish={wish} ready={view.using.length > 0 && !isActive(view.signIn)} /> : null}
        {card.isPending ? null : <AccessForm agent={agent} card={card.data} view={view} vault={vault} form={form} />}
      </Pane>
      {beside ? (
        <Splitter
          axis="x"
          label={t('access.split')}
          size={size}
          min={SIDE_MIN}
          max={most}
          direction={-1}
          onSize={setSide}
          onReset={() => setSide(SIDE)}
        />
      ) : null}
      {width > 0 ? (
        <Pane label={t('access.side')} {...(beside ? { width: size } : {})}>
          <AccessSide agent={agent} card={card.data} view={view} onEdit={form.edit} />
        </Pane>
      ) : null}
    </div>
  );
}

/** A token that has come is tried at once where the agent would not talk without one. */
function useTokenArrived(agent: AgentView, view: AccessView): void {
  const state = view.signIn?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== undefined && before.current !== 'done' && state === 'done') void fetchCard(agent.id);
    before.current = state;
  }, [state, agent.id]);
}

const Pane = ({ label, width, children }: { label: string; width?: number; children: ReactNode }) => (
  <section className={width ? 'access-pane' : 'access-pane access-pane-wide'} aria-label={label} style={{ width }}>
    {children}
  </section>
);
