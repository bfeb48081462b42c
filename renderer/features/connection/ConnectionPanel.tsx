import type { ReactNode } from 'react';
import { useState } from 'react';
import { useAgents } from '../../state/queries.ts';
import type { Place } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Splitter } from '../../ui/Splitter.tsx';
import { useSize } from '../../ui/use-size.ts';
import { Doctor } from './Doctor.tsx';
import { OptionsForm } from './OptionsForm.tsx';
import './connection.css';

/** Container widths below this, in px, put the options under the test instead of beside it. */
const BESIDE_FROM = 860;
/** Smallest pane, px. */
const PANE_MIN = 360;
/** Share of the options until somebody moves the line. */
const SHARE = 0.44;

/** The Connection tab. Each agent has its own page, so that nothing of one is left when another is chosen. */
export const ConnectionPanel = ({ place }: { place: Place }) =>
  place.kind === 'agent' ? <ConnectionPage key={place.agent} agentId={place.agent} /> : null;

function ConnectionPage({ agentId }: { agentId: string }) {
  const agent = useAgents().data?.find((one) => one.id === agentId);
  const [box, { width }] = useSize<HTMLDivElement>();
  const [share, setShare] = useState(SHARE);
  const beside = width >= BESIDE_FROM;
  const most = Math.max(PANE_MIN, width - PANE_MIN);
  const size = Math.round(Math.min(most, Math.max(PANE_MIN, width * share)));
  return (
    <div className="connection" data-testid="connection" data-layout={beside ? 'beside' : 'stacked'} ref={box}>
      <Pane label={t('doctor.title')}>
        <Doctor agentId={agentId} />
      </Pane>
      {beside ? (
        <Splitter
          axis="x"
          label={t('connection.split')}
          size={size}
          min={PANE_MIN}
          max={most}
          direction={-1}
          onSize={(next) => setShare(next / Math.max(1, width))}
          onReset={() => setShare(SHARE)}
        />
      ) : null}
      {width > 0 && agent ? (
        <Pane label={t('options.title')} {...(beside ? { width: size } : {})}>
          <OptionsForm agent={agent} />
        </Pane>
      ) : null}
    </div>
  );
}

const Pane = ({ label, width, children }: { label: string; width?: number; children: ReactNode }) => (
  <section
    className={width ? 'connection-pane' : 'connection-pane connection-wide'}
    aria-label={label}
    style={{ width }}
  >
    {children}
  </section>
);
