import type { ConsentView } from '../../../shared/contract/access.ts';
import { forgetConsent } from '../../state/access.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { oneLine } from '../../ui/text.ts';

/** Answers about other origins, each of which can be taken back. */
export const Consents = ({ consents }: { consents: readonly ConsentView[] }) => (
  <section className="block" data-testid="consents">
    <div className="block-title">{t('access.consents')}</div>
    <ul className="access-consents">
      {consents.map(({ from, to, answer }) => (
        <li key={`${from} ${to}`} data-testid="consent-row" data-from={from} data-to={to} data-state={answer}>
          <span className="access-pair mono">
            <span>{oneLine(from)}</span>
            <Icon name="arrow-right" size={12} />
            <span>{oneLine(to)}</span>
          </span>
          <span className="t2">{t(`access.consent.${answer}`)}</span>
          <Button size="s" look="ghost" data-testid="consent-forget" onClick={() => void forgetConsent(from, to)}>
            {t('access.consent.forget')}
          </Button>
        </li>
      ))}
    </ul>
  </section>
);
