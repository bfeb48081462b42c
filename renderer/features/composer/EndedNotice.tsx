import type { ComposeTarget } from '../../state/compose.ts';
import { stateGlyph } from '../../state/glyphs.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { shortId } from '../../ui/text.ts';
import { hasEnded, type Surroundings } from './target.ts';

interface EndedNoticeProps {
  target: ComposeTarget;
  around: Surroundings;
  /** The message can be sent as far as everything else goes. */
  ready: boolean;
  onChoose(target: ComposeTarget): void;
  onSendAnyway(): void;
}

/** The task on screen has ended: where the message goes instead, or what becomes of a reply to it. */
export function EndedNotice({ target, around, ready, onChoose, onSendAnyway }: EndedNoticeProps) {
  if (!hasEnded(around) || target === 'new-context') return null;
  const replies = target === 'continue';
  const state = around.state ? stateGlyph(around.state).word : '';
  const task = shortId(around.task ?? '');
  return (
    <div
      className="composer-ended"
      data-testid="composer-ended"
      data-state={replies ? 'reply' : 'new-task'}
      role="status"
    >
      <Icon name={replies ? 'triangle' : 'info'} className={replies ? 'tone-warn' : 't2'} />
      <span className="grow">{t(replies ? 'composer.ended.reply' : 'composer.ended.new', { task, state })}</span>
      {replies ? (
        <>
          {around.context ? (
            <Button
              size="s"
              look="primary"
              keys="Alt 2"
              data-testid="ended-new-task"
              onClick={() => onChoose('new-task')}
            >
              {t('composer.ended.newTask')}
            </Button>
          ) : (
            <Button size="s" look="primary" keys="Alt 3" onClick={() => onChoose('new-context')}>
              {t('composer.target.new-context')}
            </Button>
          )}
          <Button size="s" disabled={!ready} data-testid="send-anyway" onClick={onSendAnyway}>
            {t('composer.ended.anyway')}
          </Button>
        </>
      ) : null}
    </div>
  );
}
