import type { AgentView } from '../../../shared/contract/views.ts';
import type { AgentCard, AgentExtension } from '../../../shared/model/card.ts';
import { CallError } from '../../state/bridge.ts';
import { t } from '../../strings/index.ts';
import { Tag } from '../../ui/Chip.tsx';
import { oneLine } from '../../ui/text.ts';
import { JsonBlock } from '../../views/JsonBlock.tsx';
import { LongText } from '../../views/LongText.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { useOptions } from './options.ts';
import { asList, asText, withExtension } from './view-model.ts';

/** Extensions laid out; a card may list any number. */
const EXTENSIONS_SHOWN = 100;
const DESCRIPTION_CHARS = 280;

/** Extensions of the protocol that the agent knows; a tick asks for one in every request (1.0 §4.6). */
export function Extensions({ card, agent }: { card: AgentCard; agent: AgentView | undefined }) {
  const change = useOptions(agent);
  const list = asList<AgentExtension>(card.capabilities?.extensions).filter((one) => asText(one?.uri) !== '');
  if (list.length === 0) return null;
  const asked = change.isPending ? change.variables.extensions : agent?.options.extensions;
  return (
    <section className="card-part">
      <div className="card-part-head">
        <h3>
          {t('card.extensions')} <span className="t3">{list.length}</span>
        </h3>
        <span className="t3">{t('card.extensions.explain')}</span>
      </div>
      <div className="card-box card-extensions">
        {list.slice(0, EXTENSIONS_SHOWN).map((extension, index) => (
          <div key={`${index}-${extension.uri}`} className="extension" data-testid="extension" data-uri={extension.uri}>
            <label className="extension-line">
              <input
                type="checkbox"
                checked={asked?.includes(extension.uri) ?? false}
                disabled={!agent || change.isPending}
                onChange={(event) =>
                  agent && change.mutate(withExtension(agent.options, extension.uri, event.target.checked))
                }
              />
              <span className="mono extension-uri">{oneLine(extension.uri)}</span>
              {extension.required === true ? <Tag tone="tone-warn">{t('card.extension.required')}</Tag> : null}
            </label>
            {asText(extension.description) ? (
              <LongText text={asText(extension.description)} limit={DESCRIPTION_CHARS} className="extension-text" />
            ) : null}
            {extension.params && Object.keys(extension.params).length > 0 ? (
              <details className="extension-params">
                <summary>{t('card.extension.params')}</summary>
                <JsonBlock value={extension.params} label={t('card.extension.params')} />
              </details>
            ) : null}
          </div>
        ))}
      </div>
      {change.error instanceof CallError ? <TroubleNotice panel="card-options" trouble={change.error.trouble} /> : null}
    </section>
  );
}
