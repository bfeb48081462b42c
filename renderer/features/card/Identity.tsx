import type { AgentCard } from '../../../shared/model/card.ts';
import { focusComposer } from '../../state/compose.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { oneLine } from '../../ui/text.ts';
import { LongText } from '../../views/LongText.tsx';
import { OutsideLink } from '../../views/OutsideLink.tsx';
import { asText } from './view-model.ts';

/** Characters of a description before the rest folds. */
const DESCRIPTION_CHARS = 420;

/** Who the agent says it is. */
export function Identity({ card }: { card: AgentCard }) {
  const name = asText(card.name);
  const version = asText(card.version);
  const description = asText(card.description);
  const organization = asText(card.provider?.organization);
  const providerUrl = asText(card.provider?.url);
  const docs = asText(card.documentationUrl);
  return (
    <header className="card-identity">
      <div className="card-title">
        <h1 className={name ? undefined : 't3'} title={name}>
          {name ? oneLine(name) : t('card.noName')}
        </h1>
        {version ? (
          <Chip title={t('card.version', { version })}>
            <span className="cut card-version">{oneLine(version)}</span>
          </Chip>
        ) : null}
        <Button look="primary" icon="arrow-right" className="end" onClick={focusComposer}>
          {t('card.newMessage')}
        </Button>
      </div>
      {description ? (
        <LongText text={description} limit={DESCRIPTION_CHARS} className="card-description" />
      ) : (
        <p className="hint">{t('card.noDescription')}</p>
      )}
      {organization || providerUrl || docs ? (
        <p className="card-links">
          {organization || providerUrl ? (
            providerUrl ? (
              <OutsideLink url={providerUrl}>
                {t('card.provider', { organization: oneLine(organization || providerUrl) })}
              </OutsideLink>
            ) : (
              <span>{t('card.provider', { organization: oneLine(organization) })}</span>
            )
          ) : null}
          {docs ? <OutsideLink url={docs}>{t('card.docs')}</OutsideLink> : null}
        </p>
      ) : null}
    </header>
  );
}
