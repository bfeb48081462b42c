import { useState } from 'react';
import type { Trouble } from '../../../shared/lib/result.ts';
import { type AccessWish, dropAccessWish } from '../../state/access.ts';
import { continueTask, writeAnswer } from '../../state/answer.ts';
import { useCard } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { shortId } from '../../ui/text.ts';
import { LongText } from '../../views/LongText.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';

/** Characters of the agent's words shown at first. */
const TEXT_LIMIT = 400;

interface TaskWishProps {
  wish: AccessWish;
  /** Credentials are in use. */
  ready: boolean;
}

/** A task waits until its person has signed in: what its agent said, and the way back to it. */
export function TaskWish({ wish, ready }: TaskWishProps) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const streaming = useCard(wish.agent).data?.card.capabilities?.streaming === true;
  const { task } = wish;
  if (!task) return null;
  const goOn = async () => {
    setBusy(true);
    setTrouble(undefined);
    const reply = await continueTask(task, streaming);
    setBusy(false);
    if (!reply.ok) return setTrouble(reply.error);
    dropAccessWish();
  };
  return (
    <section className="access-wish" data-testid="access-task" data-state={ready ? 'ready' : 'waiting'}>
      <div className="access-wish-head">
        <Icon name="lock" className="state-auth-required" />
        <b className="grow">{t('access.task', { task: shortId(task.task) })}</b>
        <IconButton icon="close" label={t('access.task.dismiss')} onClick={dropAccessWish} />
      </div>
      {wish.text ? <LongText text={wish.text} limit={TEXT_LIMIT} /> : null}
      <p className="hint">{t(ready ? 'access.task.ready' : 'access.task.waiting')}</p>
      <div className="access-wish-actions">
        <Button
          size="s"
          look={ready ? 'primary' : 'plain'}
          icon="send"
          disabled={busy}
          data-testid="continue-task"
          onClick={() => void goOn()}
        >
          {t('access.task.continue')}
        </Button>
        <Button size="s" icon="pencil" onClick={() => writeAnswer(task)}>
          {t('access.task.write')}
        </Button>
        <span className="hint">{t('access.task.sends')}</span>
      </div>
      {trouble ? <TroubleNotice panel="access-task" trouble={trouble} here /> : null}
    </section>
  );
}
