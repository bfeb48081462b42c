import { describeSecurity, type SchemeWords } from '../../../shared/a2a/card/security-words.ts';
import type { AgentView, CardView } from '../../../shared/contract/views.ts';
import type { AgentCard } from '../../../shared/model/card.ts';
import { openAccess } from '../../state/access.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { oneLine } from '../../ui/text.ts';
import { schemeSentence } from './security.ts';
import { type SignatureState, signatureState } from './view-model.ts';

const SIGNATURE_LOOKS: Readonly<Record<SignatureState, { icon: IconName; tone?: string }>> = {
  trusted: { icon: 'check', tone: 'tone-ok' },
  invalid: { icon: 'triangle', tone: 'tone-warn' },
  'cannot-check': { icon: 'clock', tone: 'tone-info' },
  unsigned: { icon: 'info' },
};

/** Signatures told apart on screen; a card may carry any number. */
const SIGNATURES_SHOWN = 6;

/** Which credentials the card asks for, in words. */
export function AccessBox({ card, agent }: { card: AgentCard; agent: AgentView | undefined }) {
  const words = describeSecurity(card.securityRequirements, card.securitySchemes);
  const headers = agent?.options.headers?.length ?? 0;
  return (
    <section className="card-box card-small" data-testid="access" data-state={words.open ? 'open' : 'needs-access'}>
      <div className="card-small-head">
        <Icon name="key" className="lane-auth" />
        <h3>{t('card.access')}</h3>
        <span className="card-small-end">
          {headers > 0 ? (
            <Tag icon="check" tone="tone-ok">
              {t('card.access.headers', { count: headers })}
            </Tag>
          ) : null}
          {agent?.connection === 'needs-access' ? (
            <Tag icon="lock" tone="tone-warn">
              {t('card.access.needed')}
            </Tag>
          ) : null}
        </span>
      </div>
      <p className="t2">
        {words.options.length === 0
          ? t('card.access.none')
          : words.open
            ? t('card.access.optional')
            : words.options.length > 1
              ? t('card.access.anyOf')
              : words.options[0]?.length === 1
                ? t('card.access.needsOne')
                : t('card.access.needsAll')}
      </p>
      {words.options.length > 0 ? (
        <ul className="card-list">
          {words.options.map((option, index) => (
            <li key={index}>
              {option.map((scheme, place) => (
                <Scheme key={scheme.name} scheme={scheme} also={place > 0} />
              ))}
            </li>
          ))}
        </ul>
      ) : null}
      {agent && words.options.length + words.unused.length > 0 ? (
        <span>
          <Button size="s" icon="key" data-testid="card-access" onClick={() => openAccess(agent.id)}>
            {t('access.enter')}
          </Button>
        </span>
      ) : null}
      {words.unused.length > 0 ? (
        <p className="hint">
          {t('card.access.unused', { list: words.unused.map((one) => schemeSentence(one)).join('; ') })}
        </p>
      ) : null}
    </section>
  );
}

const Scheme = ({ scheme, also }: { scheme: SchemeWords; also: boolean }) => (
  <span className="card-scheme" title={scheme.description ? oneLine(scheme.description) : undefined}>
    {also ? t('card.access.and', { what: schemeSentence(scheme) }) : schemeSentence(scheme)}
    {scheme.scopes.length > 0 ? <span className="mono t3"> {oneLine(scheme.scopes.join(' '))}</span> : null}
    {scheme.description ? <span className="t3"> {oneLine(scheme.description)}</span> : null}
  </span>
);

/** Who says that the card is the agent's. Only a key that the person trusts can say so. */
export function SignatureBox({ view }: { view: CardView }) {
  const { signatures } = view;
  const state = signatureState(signatures);
  const look = SIGNATURE_LOOKS[state];
  return (
    <section className="card-box card-small" data-testid="signature" data-state={state} data-count={signatures.length}>
      <div className="card-small-head">
        <Icon name="shield" className="t3" />
        <h3>{t('card.signature')}</h3>
        <span className="card-small-end">
          <Tag {...look}>{t(`card.signature.${state}`)}</Tag>
        </span>
      </div>
      <p className="t2">{t(`card.signature.${state}.explain`, { count: signatures.length })}</p>
      {signatures.length > 0 ? (
        <ul className="card-list">
          {signatures.slice(0, SIGNATURES_SHOWN).map(({ alg, kid }, index) => (
            <li key={index}>
              {!alg
                ? t('card.signature.unreadable')
                : kid
                  ? t('card.signature.key', { alg: oneLine(alg), kid: oneLine(kid) })
                  : t('card.signature.alg', { alg: oneLine(alg) })}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
