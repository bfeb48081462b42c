import { useState } from 'react';
import type { ReceiverView, RegistrationView } from '../../../shared/contract/receiver.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import type { AnswerStep } from '../../../shared/model/receiver.ts';
import { setAnswers, takeBack } from '../../state/receiver.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { formatDuration, shortId } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';

/** Time that a slow answer is held back: longer than most senders wait, ms. */
const SLOW_MS = 15_000;
/** Failures in a row that one choice asks for at most. */
const TIMES_LIMIT = 99;

type AnswerKind = 'ok' | 'fail' | 'slow';

const KINDS: readonly AnswerKind[] = ['ok', 'fail', 'slow'];

function stepsOf(kind: AnswerKind, times: number): AnswerStep[] {
  if (kind === 'ok') return [];
  return [kind === 'fail' ? { status: 500, times } : { status: 200, times, delayMs: SLOW_MS }];
}

/** Addresses that were made for an agent, and what each answers next. */
export function Addresses({ agent, view }: { agent: string; view: ReceiverView }) {
  const own = view.registrations.filter((one) => one.agent === agent);
  if (own.length === 0) return null;
  return (
    <section className="push-addresses" aria-label={t('receiver.addresses')}>
      <h3>{t('receiver.addresses')}</h3>
      <ul>
        {own.map((one) => (
          <Address key={one.id} registration={one} />
        ))}
      </ul>
    </section>
  );
}

function Address({ registration }: { registration: RegistrationView }) {
  const { id, task, url = '', received, accepted, answers } = registration;
  const [kind, setKind] = useState<AnswerKind>('fail');
  const [times, setTimes] = useState('1');
  const [removing, setRemoving] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const count = Number(times);
  const valid = kind === 'ok' || (/^\d+$/.test(times) && count >= 1 && count <= TIMES_LIMIT);
  const name = task === undefined ? id : shortId(task);
  const set = async () => {
    const reply = await setAnswers(id, stepsOf(kind, count));
    setTrouble(reply.ok ? undefined : reply.error);
  };
  return (
    <li data-testid="receiver-registration" data-id={id} data-received={received} data-answers={answers.length}>
      <div className="push-address">
        <span className="mono cut" title={url}>
          {url}
        </span>
        <CopyButton text={url} label={t('receiver.copy')} doneLabel={t('copy.done')} />
        <IconButton
          icon="trash"
          label={t('receiver.takeBack', { name })}
          data-testid="receiver-take-back"
          onClick={() => setRemoving(true)}
        />
      </div>
      <p className="hint">
        {task === undefined ? (
          `${t('receiver.forNext')} `
        ) : (
          <span title={task}>{t('receiver.forTask', { task: shortId(task) })} </span>
        )}
        {t('receiver.address.counts', { received, accepted })}
      </p>
      <div className="push-answers">
        <label className="label" htmlFor={`${id}-kind`}>
          {t('receiver.answer')}
        </label>
        <select
          id={`${id}-kind`}
          className="field field-s"
          data-testid="answer-kind"
          value={kind}
          onChange={(event) => setKind(event.target.value as AnswerKind)}
        >
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {t(`receiver.answer.${one}`, { duration: formatDuration(SLOW_MS) })}
            </option>
          ))}
        </select>
        {kind === 'ok' ? null : (
          <>
            <input
              className="field field-s mono push-times"
              inputMode="numeric"
              aria-label={t('receiver.answer.times')}
              aria-invalid={!valid}
              data-testid="answer-times"
              value={times}
              onChange={(event) => setTimes(event.target.value.trim())}
            />
            <span className="t2">{t('receiver.answer.times.unit', { count: valid ? count : 2 })}</span>
          </>
        )}
        <Button size="s" data-testid="answer-set" disabled={!valid} onClick={() => void set()}>
          {t('receiver.answer.set')}
        </Button>
      </div>
      <p className="hint" role="status" data-testid="answer-next">
        {answers.length === 0 ? t('receiver.next.ok') : t('receiver.next', { steps: answers.map(stepText).join(', ') })}
      </p>
      {trouble ? <TroubleNotice panel="receiver" trouble={trouble} here /> : null}
      {removing ? (
        <Confirm
          title={t('receiver.takeBack.title')}
          verb={t('receiver.takeBack.verb')}
          cancel={t('action.cancel')}
          onConfirm={() => void takeBack(id)}
          onClose={() => setRemoving(false)}
        >
          {t('receiver.takeBack.explain')}
        </Confirm>
      ) : null}
    </li>
  );
}

const stepText = ({ status = 200, times = 1, delayMs = 0 }: AnswerStep): string =>
  delayMs > 0
    ? t('receiver.step.slow', { status: String(status), times, duration: formatDuration(delayMs) })
    : t('receiver.step', { status: String(status), times });
