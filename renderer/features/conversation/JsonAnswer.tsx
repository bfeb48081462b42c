import { type FormEvent, useState } from 'react';
import { type Json, type JsonObject, parseJson } from '../../../shared/lib/json.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { JsonText } from '../../ui/monaco/JsonText.tsx';
import { JsonBlock } from '../../views/JsonBlock.tsx';
import { problemText } from './problem-text.ts';
import { checkValue } from './schema-check.ts';

/** Problems of one answer that are told at once. */
const SHOWN_PROBLEMS = 5;

interface JsonAnswerProps {
  schema: JsonObject;
  busy: boolean;
  onSend(data: Json): void;
}

/** The answer as JSON, where its schema asks for more than a form can hold. */
export function JsonAnswer({ schema, busy, onSend }: JsonAnswerProps) {
  const [text, setText] = useState(schema.type === 'array' ? '[]' : '{}');
  const [problems, setProblems] = useState<string[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const parsed = parseJson(text);
    const found = parsed.ok
      ? checkValue(schema, parsed.value).map((problem) => `${problem.pointer || '/'}: ${problemText(problem)}`)
      : [t('conversation.form.notJson', { reason: parsed.message })];
    setProblems(found.slice(0, SHOWN_PROBLEMS));
    if (parsed.ok && found.length === 0) onSend(parsed.value as Json);
  };
  return (
    <form className="answer-form" data-testid="json-answer" onSubmit={submit}>
      <p className="hint">{t('conversation.form.too')}</p>
      <div className="answer-json">
        <JsonText value={text} label={t('conversation.form.json')} readOnly={false} onChange={setText} />
      </div>
      {problems.length > 0 ? (
        <ul className="tone-danger answer-wrong" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : null}
      <div>
        <Button type="submit" look="primary" icon="send" disabled={busy} data-testid="send-answer">
          {busy ? t('conversation.form.sending') : t('conversation.form.send')}
        </Button>
      </div>
      <details className="answer-schema">
        <summary>{t('conversation.form.schema')}</summary>
        <JsonBlock value={schema} label={t('conversation.form.schema')} />
      </details>
    </form>
  );
}
