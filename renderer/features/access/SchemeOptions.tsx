import { type KeyboardEvent, useRef } from 'react';
import type { AccessView } from '../../../shared/contract/access.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Tag } from '../../ui/Chip.tsx';
import { choiceState } from './form-state.ts';
import type { AccessFormState } from './use-access-form.ts';
import { choiceHint, choiceTitle } from './words.ts';

/** The ways to sign in. Arrows move and choose. */
export function SchemeOptions({ form, view }: { form: AccessFormState; view: AccessView }) {
  const box = useRef<HTMLDivElement>(null);
  const { choices, chosen } = form;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = choices.findIndex((choice) => choice.id === chosen.id);
    const index = (at + step + choices.length) % choices.length;
    const next = choices[index];
    if (!next) return;
    form.choose(next.id);
    box.current?.querySelectorAll<HTMLElement>('[role="radio"]')[index]?.focus();
  };
  return (
    <Box className="access-options" role="radiogroup" aria-label={t('access.ways')} ref={box} onKeyDown={onKeyDown}>
      {choices.map((choice) => {
        const mine = choice.id === chosen.id;
        const state = choiceState(choice, view);
        const hint = choiceHint(choice);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a radio with two lines of words inside
          <button
            type="button"
            role="radio"
            key={choice.id}
            className="access-option"
            aria-checked={mine}
            tabIndex={mine ? 0 : -1}
            data-testid="scheme-option"
            data-id={choice.id}
            data-state={state}
            onClick={() => form.choose(choice.id)}
          >
            <span className="access-radio" aria-hidden="true" />
            <span className="access-option-words">
              <b>{choiceTitle(choice)}</b>
              {hint ? <span className="hint access-option-hint">{hint}</span> : null}
            </span>
            <OptionTag state={state} mine={mine} />
          </button>
        );
      })}
    </Box>
  );
}

function OptionTag({ state, mine }: { state: ReturnType<typeof choiceState>; mine: boolean }) {
  if (state === 'valid') {
    return (
      <Tag icon="check" tone="tone-ok">
        {t('access.option.valid')}
      </Tag>
    );
  }
  if (state === 'refused') {
    return (
      <Tag icon="triangle" tone="tone-danger">
        {t('access.option.refused')}
      </Tag>
    );
  }
  return mine ? (
    <Tag icon="check" tone="tone-info">
      {t('access.option.chosen')}
    </Tag>
  ) : null;
}
