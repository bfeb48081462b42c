import type { AgentCard } from '../../../shared/model/card.ts';
import { t } from '../../strings/index.ts';
import { Tag } from '../../ui/Chip.tsx';
import { oneLine } from '../../ui/text.ts';
import { asTexts, capabilityRows } from './view-model.ts';

/** Media types shown of one list; agents write dozens. */
const MODES_SHOWN = 24;

const LOOK = {
  true: { icon: 'check', tone: 'tone-ok' },
  false: { icon: 'minus' },
  unsaid: { icon: 'circle-dashed' },
} as const;

/** What the agent says it can do, and which media types it takes and gives. */
export function Capabilities({ card }: { card: AgentCard }) {
  return (
    <section className="card-part">
      <h3>{t('card.capabilities')}</h3>
      <div className="card-chips">
        {capabilityRows(card).map(({ name, says }) => {
          const word = t(`card.capability.${name}`);
          return (
            <Tag
              key={name}
              {...LOOK[says]}
              title={t(`card.capability.${says}`)}
              data-testid="capability"
              data-name={name}
              data-state={says}
            >
              {says === 'true'
                ? word
                : t(says === 'false' ? 'card.capability.no' : 'card.capability.unknown', { name: word })}
            </Tag>
          );
        })}
      </div>
      <dl className="kv card-modes">
        <dt>{t('card.modes.in')}</dt>
        <dd>
          <Modes modes={asTexts(card.defaultInputModes)} />
        </dd>
        <dt>{t('card.modes.out')}</dt>
        <dd>
          <Modes modes={asTexts(card.defaultOutputModes)} />
        </dd>
      </dl>
    </section>
  );
}

function Modes({ modes }: { modes: string[] }) {
  if (modes.length === 0) return <span className="t3">{t('card.modes.none')}</span>;
  return (
    <span className="card-chips">
      {modes.slice(0, MODES_SHOWN).map((mode, index) => (
        <span key={`${index}-${mode}`} className="mono card-mode" title={mode}>
          {oneLine(mode)}
        </span>
      ))}
      {modes.length > MODES_SHOWN ? (
        <span className="t3" title={modes.slice(MODES_SHOWN).join(', ')}>{`+${modes.length - MODES_SHOWN}`}</span>
      ) : null}
    </span>
  );
}
