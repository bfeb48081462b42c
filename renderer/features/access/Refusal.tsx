import type { AccessRefusal } from '../../../shared/contract/access.ts';
import { showExchange } from '../../state/jump.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { oneLine } from '../../ui/text.ts';

/** The last 401 or 403 explained: what was tried, and what the agent asks for. */
export const Refusal = ({ refusal: { status, challenges, tried, text, exchange } }: { refusal: AccessRefusal }) => (
  <section className="card-box access-box" data-testid="access-refusal" data-status={status}>
    <h3 className="access-wait">
      <Icon name="lock" className="tone-danger" />
      {t('access.refusal', { status })}
    </h3>
    <p>{text}</p>
    <dl className="kv access-kv">
      <dt>{t('access.refusal.tried')}</dt>
      <dd>{tried.length > 0 ? tried.map(oneLine).join(', ') : t('access.refusal.nothing')}</dd>
      {challenges.map(({ scheme, params }, index) => (
        <Challenge key={index} scheme={scheme} params={params} />
      ))}
    </dl>
    {exchange === undefined ? null : (
      <span>
        <Button size="s" icon="wire" onClick={() => showExchange(exchange)}>
          {t('access.step.wire')}
        </Button>
      </span>
    )}
  </section>
);

const Challenge = ({ scheme, params }: AccessRefusal['challenges'][number]) => (
  <>
    <dt>{t('access.refusal.challenge')}</dt>
    <dd className="mono">
      {oneLine(scheme)}
      {Object.entries(params).map(([name, value]) => (
        <span key={name} className="access-param">{`${oneLine(name)}="${oneLine(value)}"`}</span>
      ))}
    </dd>
  </>
);
