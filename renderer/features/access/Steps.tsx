import type { AuthStepView, SignInView } from '../../../shared/contract/access.ts';
import type { CardView } from '../../../shared/contract/views.ts';
import { showExchange } from '../../state/jump.ts';
import { useLogSession } from '../../state/log.ts';
import { useAppInfo } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { oneLine } from '../../ui/text.ts';
import { clockText } from '../../views/clock.ts';

const LOOKS: Record<AuthStepView['state'], { icon: IconName; tone: string; spin?: true }> = {
  ok: { icon: 'check', tone: 'tone-ok' },
  failed: { icon: 'triangle', tone: 'tone-danger' },
  waiting: { icon: 'clock', tone: 't3' },
  running: { icon: 'loader', tone: 'tone-info', spin: true },
};

/** The way to a token, step by step. */
export function Steps({ signIn, card }: { signIn: SignInView | undefined; card: CardView | undefined }) {
  const first = card ? [cardStep(card)] : [];
  const steps = [...first, ...(signIn?.steps ?? [])];
  return (
    <section className="access-steps" data-testid="sign-in" data-state={signIn?.state ?? 'none'}>
      <div className="access-steps-head">
        <h3>{t('access.steps')}</h3>
        <span className="t3">{t('access.steps.wire')}</span>
      </div>
      <ol aria-live="polite">
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
    </section>
  );
}

const cardStep = (card: CardView): AuthStepView => ({
  id: 'card',
  at: card.fetchedAt,
  state: 'ok',
  text: t('access.step.card'),
  detail: t('access.step.card.found', { count: Object.keys(card.card.securitySchemes ?? {}).length }),
});

function Step({ step }: { step: AuthStepView }) {
  const live = useAppInfo().data?.liveSession === useLogSession();
  const look = LOOKS[step.state];
  const { exchange } = step;
  const cells = (
    <>
      <span className="mono t3 access-step-time">{clockText(Date.parse(step.at))}</span>
      <span className={look.tone}>
        <Icon name={look.icon} spin={look.spin ?? false} />
        <span className="visually-hidden">{t(`access.step.${step.state}`)}</span>
      </span>
      <span className="t2 access-step-text">{oneLine(step.text)}</span>
      <span className="mono t3 access-step-detail">{step.detail ? oneLine(step.detail) : ''}</span>
    </>
  );
  return (
    <li data-testid="auth-step" data-state={step.state === 'running' ? 'waiting' : step.state} data-exchange={exchange}>
      {exchange !== undefined && live ? (
        <button
          type="button"
          className="access-step"
          title={t('access.step.wire')}
          onClick={() => showExchange(exchange)}
        >
          {cells}
        </button>
      ) : (
        <div className="access-step">{cells}</div>
      )}
    </li>
  );
}
