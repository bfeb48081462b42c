import { useState } from 'react';
import type { AgentView, CardView } from '../../../shared/contract/views.ts';
import { t } from '../../strings/index.ts';
import { Splitter } from '../../ui/Splitter.tsx';
import { useSize } from '../../ui/use-size.ts';
import { Findings } from '../../views/Findings.tsx';
import { AccessBox, SignatureBox } from './Boxes.tsx';
import { Capabilities } from './Capabilities.tsx';
import { Extensions } from './Extensions.tsx';
import { Identity } from './Identity.tsx';
import { Interfaces } from './Interfaces.tsx';
import { RawCard } from './RawCard.tsx';
import { Skills } from './Skills.tsx';

/** Container widths below this, in px, put the JSON under the page instead of beside it. */
const BESIDE_FROM = 900;
/** Container heights below this, in px, begin with the stacked JSON folded. */
const OPEN_FROM = 620;
/** Smallest pane, px. */
const PANE_MIN = 240;
const STACK_MIN = 120;
/** Share of the JSON pane until somebody moves the line. */
const SHARE = 0.42;

/** The page for people on one side, the card itself on the other. */
export function CardContent({ view, agent }: { view: CardView; agent: AgentView | undefined }) {
  const [box, { width, height }] = useSize<HTMLDivElement>();
  const [share, setShare] = useState(SHARE);
  const [chosen, setChosen] = useState<boolean>();
  const beside = width >= BESIDE_FROM;
  const open = beside || (chosen ?? height >= OPEN_FROM);
  const room = beside ? width : height;
  const least = beside ? PANE_MIN : STACK_MIN;
  const most = Math.max(least, room - (beside ? 2 * PANE_MIN : STACK_MIN));
  const size = Math.round(Math.min(most, Math.max(least, room * share)));
  return (
    <div className="card-split" data-layout={beside ? 'beside' : 'stacked'} ref={box}>
      <section className="card-human" aria-label={t('card.title')}>
        <Human view={view} agent={agent} />
      </section>
      {open ? (
        <Splitter
          axis={beside ? 'x' : 'y'}
          label={beside ? t('card.split') : t('card.split.y')}
          size={size}
          min={least}
          max={most}
          direction={-1}
          onSize={(next) => setShare(next / Math.max(1, room))}
          onReset={() => setShare(SHARE)}
        />
      ) : null}
      {width > 0 ? (
        <RawCard
          view={view}
          open={open}
          {...(open ? { size: beside ? { width: size } : { height: size } } : {})}
          {...(beside ? {} : { onOpen: setChosen })}
        />
      ) : null}
    </div>
  );
}

const Human = ({ view, agent }: { view: CardView; agent: AgentView | undefined }) => (
  <div className="card-sheet">
    <Identity card={view.card} />
    <div className="card-boxes">
      <AccessBox card={view.card} agent={agent} />
      <SignatureBox view={view} />
    </div>
    <Interfaces view={view} agent={agent} />
    <Capabilities card={view.card} />
    <Extensions card={view.card} agent={agent} />
    <Skills card={view.card} />
    <section className="card-part">
      <h3>
        {t('card.findings')} {view.issues.length > 0 ? <span className="t3">{view.issues.length}</span> : null}
      </h3>
      {view.issues.length > 0 ? <Findings issues={view.issues} /> : <p className="hint">{t('card.findings.none')}</p>}
    </section>
  </div>
);
