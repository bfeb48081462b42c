import type { ComposeTarget } from '../../state/compose.ts';
import { t } from '../../strings/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { shortId } from '../../ui/text.ts';
import { type Surroundings, targetsFor } from './target.ts';

const TARGETS: readonly ComposeTarget[] = ['continue', 'new-task', 'new-context'];

interface TargetPickerProps {
  target: ComposeTarget;
  around: Surroundings;
  onChoose(target: ComposeTarget): void;
}

/** Says which task and context the next message joins. */
export function TargetPicker({ target, around, onChoose }: TargetPickerProps) {
  const possible = targetsFor(around);
  const reason = (one: ComposeTarget): string | undefined => {
    if (possible[one]) return undefined;
    return t(one === 'new-task' ? 'composer.target.no-context' : 'composer.target.no-task');
  };
  return (
    <div
      className="composer-target"
      role="radiogroup"
      aria-label={t('composer.target')}
      data-testid="composer-target"
      data-state={target}
      data-task={target === 'continue' ? around.task : undefined}
    >
      {TARGETS.map((one, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio that looks like a chip, with its key hint inside
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={one === target}
          aria-disabled={!possible[one]}
          title={reason(one)}
          className="target-choice"
          tabIndex={one === target ? 0 : -1}
          onClick={() => possible[one] && onChoose(one)}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
            if (step === 0) return;
            event.preventDefault();
            const offered = TARGETS.filter((other) => possible[other]);
            const next = offered[(offered.indexOf(target) + step + offered.length) % offered.length];
            if (!next) return;
            onChoose(next);
            const radios = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="radio"]');
            radios?.[TARGETS.indexOf(next)]?.focus();
          }}
        >
          {one === target ? <Icon name="arrow-right" className="lane-request" /> : null}
          <span>
            {one === 'continue'
              ? t('composer.target.continue', { task: around.task ? shortId(around.task) : '…' })
              : t(`composer.target.${one}`)}
          </span>
          <kbd>{`Alt ${index + 1}`}</kbd>
        </button>
      ))}
      <span className="visually-hidden" aria-live="polite">
        {t(`composer.target.announce.${target}`, { task: around.task ? shortId(around.task) : '' })}
      </span>
    </div>
  );
}
