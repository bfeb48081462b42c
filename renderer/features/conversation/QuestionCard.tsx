import { useState } from 'react';
import type { QuestionBlock } from '../../../shared/a2a/reduce/conversation.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import type { Part } from '../../../shared/model/message.ts';
import { useCard } from '../../state/queries.ts';
import { useSessionNow } from '../../state/use-session-now.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { oneLine, shortId } from '../../ui/text.ts';
import { GrowingText } from '../../views/GrowingText.tsx';
import { JsonBlock } from '../../views/JsonBlock.tsx';
import { Parts } from '../../views/Parts.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { sendAnswer, type TaskRef, writeAnswer } from './answer.ts';
import { fieldsOf } from './answer-form.ts';
import { Card } from './Card.tsx';
import { questionTitle, waitText } from './view-model.ts';

export interface QuestionCardProps {
  block: QuestionBlock;
  selected: boolean;
  task: TaskRef | undefined;
  recording: boolean;
}

/** The agent waits for the person: what it asks, and the ways to answer. */
export function QuestionCard({ block, selected, task, recording }: QuestionCardProps) {
  const title = t(`conversation.question.${questionTitle(block)}`);
  const open = block.state === 'open';
  return (
    <Card
      block={block}
      selected={selected}
      className="ask"
      role="group"
      aria-label={t('conversation.question.label')}
      data-testid="question-card"
      data-state={block.state}
      data-asks={block.asks}
      data-decision={block.decision}
    >
      <div className="ask-head">
        <Icon
          name={block.asks === 'input' ? 'question' : 'lock'}
          size={16}
          className={block.asks === 'auth' ? 'state-auth-required' : 'state-input-required'}
        />
        <h4 className="cut">{title}</h4>
        <span className="fold-end">
          {open && recording ? <WaitClock since={block.at} /> : null}
          {open ? null : (
            <Tag icon={block.state === 'answered' ? 'check' : 'circle-slash'}>
              {block.decision
                ? t('conversation.question.answeredWith', { choice: oneLine(labelOf(block)) })
                : t(`conversation.question.${block.state === 'answered' ? 'answered' : 'expired'}`)}
            </Tag>
          )}
        </span>
      </div>
      <div className="ask-body">
        {block.text.trim() ? <GrowingText text={block.text} open={false} /> : null}
        <Facts block={block} />
        <AskedParts block={block} />
        {open ? <Answer block={block} task={task} recording={recording} /> : null}
      </div>
    </Card>
  );
}

const labelOf = (block: QuestionBlock): string =>
  block.choices?.find((choice) => choice.id === block.decision)?.label ?? block.decision ?? '';

function WaitClock({ since }: { since: number }) {
  const now = useSessionNow(true, 1_000);
  return <span className="t2">{t('conversation.question.waiting', { time: waitText(now - since) })}</span>;
}

const Facts = ({ block }: { block: QuestionBlock }) => {
  const facts = [
    ['tool', block.tool],
    ['target', block.target],
    ['purpose', block.purpose === block.text ? undefined : block.purpose],
  ] as const;
  if (facts.every(([, value]) => !value)) return null;
  return (
    <dl className="kv">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} className="ask-fact">
            <dt>{t(`conversation.question.${name}`)}</dt>
            <dd className={name === 'purpose' ? undefined : 'mono'}>{oneLine(value)}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
};

/** Parts of the question; the schema that a form is made of needs no second picture. */
function AskedParts({ block }: { block: QuestionBlock }) {
  const parts = fieldsOf(block.schema) ? block.parts.filter((part) => !holds(part, block.schema)) : block.parts;
  return parts.length > 0 ? <Parts parts={parts} /> : null;
}

const holds = (part: Part, schema: unknown): boolean =>
  part.data === schema ||
  (typeof part.data === 'object' && part.data !== null && Object.values(part.data).some((value) => value === schema));

function Answer({ block, task, recording }: Omit<QuestionCardProps, 'selected'>) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const streaming = useCard(task?.agent).data?.card.capabilities?.streaming === true;
  const fields = fieldsOf(block.schema);
  if (!recording) return <p className="hint">{t('conversation.question.past')}</p>;
  if (!task) return null;

  const send = async (parts: Part[]) => {
    if (busy) return;
    setBusy(true);
    setTrouble(undefined);
    const reply = await sendAnswer(task, parts, streaming);
    // A sent answer closes the question; until that is seen a second press must not answer the next one.
    if (!reply.ok) {
      setBusy(false);
      setTrouble(reply.error);
    }
  };

  return (
    <>
      {fields ? (
        <AnswerForm
          id={block.key}
          fields={fields}
          busy={busy}
          onSend={(data) => void send([{ data, mediaType: 'application/json' }])}
        />
      ) : block.schema ? (
        <>
          <p className="hint">{t('conversation.form.too')}</p>
          <JsonBlock value={block.schema} label={t('conversation.form.schema')} />
        </>
      ) : null}
      {block.asks === 'auth' ? (
        <div className="hint">
          <p>{t('conversation.question.auth.do')}</p>
          <p>{t('conversation.question.auth.secret')}</p>
        </div>
      ) : null}
      <div className="conv-actions">
        {block.choices?.map((choice) => (
          <Button
            key={choice.id}
            disabled={busy}
            data-testid="choice"
            data-id={choice.id}
            onClick={() => void send([choice.part])}
          >
            {oneLine(choice.label)}
          </Button>
        ))}
        {block.choices ? null : (
          <Button icon="pencil" data-testid="write-answer" onClick={() => writeAnswer(task)}>
            {t('conversation.question.answer')}
          </Button>
        )}
        <span className="hint end">{t('conversation.question.sends', { task: shortId(task.task) })}</span>
      </div>
      {trouble ? <TroubleNotice panel="conversation-answer" trouble={trouble} /> : null}
    </>
  );
}
