import type { QuestionBlock } from '../../../shared/a2a/reduce/conversation.ts';
import { isObject } from '../../../shared/lib/json.ts';
import { t } from '../../strings/index.ts';
import { oneLine } from '../../ui/text.ts';
import { JsonBlock } from '../../views/JsonBlock.tsx';

/** Arguments told one by one; all of them are in the block below. */
const ARGUMENTS_SHOWN = 6;
/** Characters of a value that stands in the line of its name. */
const VALUE_CHARS = 80;

/** What a permission question is about, and the arguments of the call that it holds up. */
export function QuestionFacts({ block }: { block: QuestionBlock }) {
  const { tool, target, effect, summary, call } = block;
  const input = call?.input;
  const facts = [
    ['tool', tool],
    // The agent's own word, such as file_change.
    ['effect', effect?.replaceAll('_', ' ')],
    ['target', target],
    ['summary', input === undefined ? summary : undefined],
  ] as const;
  const told = facts.filter(([, value]) => value);
  if (told.length === 0 && input === undefined) return null;
  return (
    <>
      <dl className="kv ask-facts">
        {told.map(([name, value]) => (
          <div key={name} className="ask-fact">
            <dt>{t(`conversation.question.${name}`)}</dt>
            <dd className={name === 'effect' ? undefined : 'mono'}>{oneLine(value ?? '')}</dd>
          </div>
        ))}
        {isObject(input)
          ? Object.entries(input)
              .filter(([, value]) => value !== target)
              .slice(0, ARGUMENTS_SHOWN)
              .map(([name, value]) => (
                <div key={`argument ${name}`} className="ask-fact">
                  <dt className="mono">{oneLine(name)}</dt>
                  <dd className="mono">{argumentText(value)}</dd>
                </div>
              ))
          : null}
      </dl>
      {input === undefined ? null : (
        <details className="ask-arguments" data-testid="arguments">
          <summary>{t('conversation.question.arguments')}</summary>
          <JsonBlock value={input} label={t('conversation.tool.input')} />
        </details>
      )}
    </>
  );
}

/** A short value as it is, a longer one by its size. */
function argumentText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (text.length <= VALUE_CHARS && !text.includes('\n')) return oneLine(text);
  return t('conversation.question.characters', { count: text.length });
}
