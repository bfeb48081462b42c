import { useState } from 'react';
import type { AgentView } from '../../../shared/contract/views.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { changeCompose, composeStore, useCompose } from '../../state/compose.ts';
import { changed, EMPTY_DRAFT, type PushDraft, problemOf } from '../../state/push-draft.ts';
import { useAgents, useCard } from '../../state/queries.ts';
import { addressFor } from '../../state/receiver.ts';
import { startInput } from '../../state/receiver-start.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { PushFields } from '../../views/push/PushFields.tsx';
import { Warnings } from '../../views/push/Warnings.tsx';
import { warningsOf } from '../../views/push/warnings.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';

const put = (change: Partial<PushDraft>) =>
  changeCompose({ push: changed(composeStore.getState().push ?? EMPTY_DRAFT, change) });

interface PushOptionProps {
  agent: string | undefined;
  /** The task that the message goes to; left out: it begins one. */
  task: string | undefined;
}

/** A push configuration that goes out with the message, so that nothing of the task is missed. */
export function PushOption({ agent: id, task }: PushOptionProps) {
  const agent = useAgents().data?.find((one) => one.id === id);
  const draft = useCompose((state) => state.push);
  const [starting, setStarting] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const fillIn = async () => {
    if (!agent) return;
    setStarting(true);
    setTrouble(undefined);
    const reply = await addressFor(agent.id, task, startInput());
    setStarting(false);
    if (reply.ok) put({ url: reply.value.url ?? '', token: reply.value.token });
    else setTrouble(reply.error);
  };
  const off = () => {
    changeCompose({ push: undefined });
    setTrouble(undefined);
  };
  return (
    <fieldset className="composer-push" data-testid="composer-push" data-state={draft ? 'on' : 'off'}>
      <legend className="label">{t('composer.push')}</legend>
      <div className="hflex composer-push-actions">
        {draft ? (
          <Button size="s" icon="close" data-testid="composer-push-off" onClick={off}>
            {t('composer.push.off')}
          </Button>
        ) : (
          <>
            <Button
              size="s"
              icon="bell"
              data-testid="composer-push-receiver"
              disabled={!agent || starting}
              onClick={() => void fillIn()}
            >
              {t(starting ? 'composer.push.starting' : 'composer.push.receiver')}
            </Button>
            <Button size="s" data-testid="composer-push-own" onClick={() => put({})}>
              {t('composer.push.own')}
            </Button>
          </>
        )}
        <span className="hint">{t(draft ? 'composer.push.on' : 'composer.push.explain')}</span>
      </div>
      {trouble ? <TroubleNotice panel="composer-push" trouble={trouble} here /> : null}
      {draft && agent ? (
        <Attached agent={agent} draft={draft} starting={starting} onReceiver={() => void fillIn()} />
      ) : null}
    </fieldset>
  );
}

interface AttachedProps {
  agent: AgentView;
  draft: PushDraft;
  starting: boolean;
  onReceiver(): void;
}

function Attached({ agent, draft, starting, onReceiver }: AttachedProps) {
  const card = useCard(agent.id).data?.card;
  const missing = problemOf(draft);
  return (
    <>
      <PushFields
        draft={draft}
        // An address that is not begun yet is no fault.
        problem={missing === 'scheme' ? missing : undefined}
        starting={starting}
        onReceiver={onReceiver}
        onChange={put}
      />
      <Warnings found={warningsOf(draft, agent.url, card)} agent={agent} onChange={put} />
    </>
  );
}
