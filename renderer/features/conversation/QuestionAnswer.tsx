import { useState } from 'react';
import type { QuestionBlock } from '../../../shared/a2a/reduce/conversation.ts';
import type { Json } from '../../../shared/lib/json.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import type { Part } from '../../../shared/model/message.ts';
import { openAccess } from '../../state/access.ts';
import { EMPTY_MESSAGE, sendAnswer, type TaskRef, writeAnswer } from '../../state/answer.ts';
import { useCard } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { oneLine, shortId } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { formOf } from './answer-schema.ts';
import { type ChoiceRole, choiceRoles, isSecondPress } from './choice-roles.ts';
import { JsonAnswer } from './JsonAnswer.tsx';
import { wantedScheme } from './wanted-scheme.ts';

const KEYS: Record<ChoiceRole, string> = { allow: 'A', deny: 'D' };

/** The ways to answer an open question: a form, the offered replies, signing in, and words of one's own. */
export function QuestionAnswer({ block, task }: { block: QuestionBlock; task: TaskRef }) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const card = useCard(task.agent).data?.card;
  const streaming = card?.capabilities?.streaming === true;

  const send = async (parts: Part[]) => {
    if (busy || isSecondPress()) return;
    setBusy(true);
    setTrouble(undefined);
    const reply = await sendAnswer(task, parts, streaming);
    // A sent answer closes the question; until that is seen a second press must not answer the next one.
    if (!reply.ok) {
      setBusy(false);
      setTrouble(reply.error);
    }
  };
  const sendData = (data: Json) => void send([{ data, mediaType: 'application/json' }]);
  const form = formOf(block.schema);
  const scheme = block.asks === 'auth' ? wantedScheme(block, Object.keys(card?.securitySchemes ?? {})) : undefined;

  return (
    <>
      {form ? (
        <AnswerForm id={block.key} form={form} busy={busy} onSend={sendData} />
      ) : block.schema ? (
        <JsonAnswer schema={block.schema} busy={busy} onSend={sendData} />
      ) : null}
      {block.asks === 'auth' ? (
        <div className="hint">
          <p>{t('conversation.question.auth.do')}</p>
          <p>{t('conversation.question.auth.secret')}</p>
        </div>
      ) : null}
      <div className="conv-actions">
        {block.asks === 'auth' ? (
          <>
            <Button
              look="primary"
              icon="key"
              data-testid="open-access"
              onClick={() => openAccess(task.agent, { task, text: block.text, ...(scheme ? { scheme } : {}) })}
            >
              {t('conversation.question.auth.open')}
            </Button>
            <Button
              icon="send"
              disabled={busy}
              title={t('access.task.sends')}
              data-testid="continue-task"
              onClick={() => void send(EMPTY_MESSAGE)}
            >
              {t('access.task.continue')}
            </Button>
          </>
        ) : null}
        <Choices block={block} busy={busy} onChoose={(part) => void send([part])} />
        <Button
          look={block.choices || block.schema ? 'ghost' : 'plain'}
          icon="pencil"
          data-testid="write-answer"
          onClick={() => writeAnswer(task)}
        >
          {t('conversation.question.answer')}
        </Button>
        <span className="hint end">{t('conversation.question.sends', { task: shortId(task.task) })}</span>
      </div>
      {trouble ? <TroubleNotice panel="conversation-answer" trouble={trouble} /> : null}
    </>
  );
}

interface ChoicesProps {
  block: QuestionBlock;
  busy: boolean;
  onChoose(part: Part): void;
}

/** The replies that the agent offers. Those of a permission have keys while the card has the focus. */
function Choices({ block, busy, onChoose }: ChoicesProps) {
  if (!block.choices) return null;
  const roles = block.asks === 'permission' ? choiceRoles(block.choices) : new Map<string, ChoiceRole>();
  return block.choices.map((choice) => {
    const role = roles.get(choice.id);
    return (
      <Button
        key={choice.id}
        look={role === 'allow' ? 'primary' : 'plain'}
        {...(role
          ? { icon: role === 'allow' ? 'check' : 'close', keys: KEYS[role], 'aria-keyshortcuts': KEYS[role] }
          : {})}
        disabled={busy}
        data-testid="choice"
        data-id={choice.id}
        data-role={role}
        onClick={() => onChoose(choice.part)}
      >
        {oneLine(choice.label)}
      </Button>
    );
  });
}
