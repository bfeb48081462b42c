import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isObject, parseJson } from '../../../shared/lib/json.ts';
import type { OperationName } from '../../../shared/model/operation.ts';
import { stateClass } from '../../../shared/model/task.ts';
import {
  type ComposeTarget,
  changeCompose,
  composeStore,
  draftOf,
  keepDraft,
  setComposerCommands,
  useCompose,
} from '../../state/compose.ts';
import { useLogSession } from '../../state/log.ts';
import { useAgents, useAppInfo, useCard } from '../../state/queries.ts';
import { useSelection } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { MetadataDrawer, OptionsDrawer } from './Drawers.tsx';
import { EndedNotice } from './EndedNotice.tsx';
import { addFiles, PartsDrawer } from './PartsDrawer.tsx';
import { TargetPicker } from './TargetPicker.tsx';
import { effectiveTarget, hasEnded } from './target.ts';
import { useSend } from './use-send.ts';
import { useSurroundings } from './use-surroundings.ts';
import './composer.css';

type Drawer = 'parts' | 'metadata' | 'options';

/** Keys of a JSON object typed so far; 0 while it is empty or unreadable. */
function keyCount(text: string): number {
  const parsed = parseJson(text);
  return parsed.ok && isObject(parsed.value) ? Object.keys(parsed.value).length : 0;
}

/** Writes the next message. What is typed is what is sent. */
export function Composer() {
  const agentId = useSelection((selection) => selection.agent);
  const agent = useAgents().data?.find((one) => one.id === agentId);
  const card = useCard(agentId).data?.card;
  const live = useAppInfo().data?.liveSession;
  const session = useLogSession();
  const around = useSurroundings();
  const compose = useCompose((state) => state);
  const replyTo = useRef<string>(undefined);
  const replying = compose.text !== '' && replyTo.current !== undefined && replyTo.current === around.task;
  const target = effectiveTarget(compose.target, around, replying);
  const [drawer, setDrawer] = useState<Drawer>();
  const input = useRef<HTMLTextAreaElement>(null);
  const sending = useSend();

  const canStream = card?.capabilities?.streaming === true;
  const operation: OperationName = (compose.streaming ?? canStream) ? 'SendStreamingMessage' : 'SendMessage';
  const keyOf = (one: ComposeTarget) =>
    [agentId ?? '', one, one === 'continue' ? around.task : one === 'new-task' ? around.context : ''].join('|');
  const draftKey = keyOf(target);
  const blocked = !agent
    ? 'agent'
    : live !== undefined && session !== live
      ? 'playback'
      : compose.text === '' && compose.parts.length === 0
        ? 'empty'
        : target === 'continue' && hasEnded(around)
          ? 'ended'
          : undefined;

  useEffect(() => {
    changeCompose({ text: draftOf(draftKey) });
  }, [draftKey]);

  const send = (anyway = false) => {
    if ((blocked && !(anyway && blocked === 'ended')) || sending.busy || !agent) return;
    void sending.send(agent.id, operation, { target, ...around }, draftKey);
  };

  // A reply was meant for the task that was on screen then.
  useEffect(() => {
    replyTo.current = undefined;
    if (composeStore.getState().target === 'continue') changeCompose({ target: undefined });
  }, [around.task]);

  /** What is typed goes along to another target. */
  const moveTo = (next: ComposeTarget) => {
    keepDraft(keyOf(next), compose.text);
    changeCompose({ target: next });
    input.current?.focus();
  };

  const choose = (next: ComposeTarget) =>
    blocked === 'ended' && next !== 'continue' ? moveTo(next) : changeCompose({ target: next });
  const commands = useRef({ send, choose, sendAgain: sending.sendAgain });
  commands.current = { send, choose, sendAgain: sending.sendAgain };
  useEffect(() => {
    setComposerCommands({
      focus: () => input.current?.focus(),
      send: () => commands.current.send(),
      sendAgain: () => commands.current.sendAgain(),
      choose: (next) => commands.current.choose(next),
    });
    return () => setComposerCommands(undefined);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.code !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) sending.sendAgain();
    else send();
  };

  const waiting = target === 'continue' && stateClass(around.state) === 'interrupted';
  const placeholder = !agent
    ? t('composer.placeholder.none')
    : target !== 'continue'
      ? t('composer.placeholder.idle', { agent: agent.name })
      : t(waiting ? 'composer.placeholder.waiting' : 'composer.placeholder.working', { agent: agent.name });
  const toggle = (next: Drawer) => setDrawer(drawer === next ? undefined : next);
  const metadataKeys = keyCount(compose.messageMetadata) + keyCount(compose.requestMetadata);

  return (
    <form
      className="composer"
      aria-label={t('composer.title')}
      data-testid="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={onKeyDown}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        setDrawer('parts');
        void addFiles(event.dataTransfer.files);
      }}
    >
      <TargetPicker target={target} around={around} onChoose={choose} />
      <EndedNotice
        target={target}
        around={around}
        ready={blocked === 'ended' && !sending.busy}
        onChoose={moveTo}
        onSendAnyway={() => send(true)}
      />
      <div className="composer-box">
        <textarea
          ref={input}
          className="composer-text"
          aria-label={t('composer.title')}
          rows={Math.min(8, Math.max(1, compose.text.split('\n').length))}
          placeholder={placeholder}
          value={compose.text}
          onChange={(event) => {
            replyTo.current = target === 'continue' ? around.task : undefined;
            changeCompose({ text: event.target.value });
            keepDraft(draftKey, event.target.value);
          }}
        />
        {drawer === 'parts' ? <PartsDrawer /> : null}
        {drawer === 'metadata' ? <MetadataDrawer /> : null}
        {drawer === 'options' ? (
          <OptionsDrawer agent={agentId} task={target === 'continue' ? around.task : undefined} />
        ) : null}
        <div className="composer-bar">
          <Button look="ghost" size="s" icon="clip" aria-expanded={drawer === 'parts'} onClick={() => toggle('parts')}>
            {compose.parts.length > 0 ? t('composer.parts', { count: compose.parts.length }) : t('composer.parts.none')}
          </Button>
          <Button
            look="ghost"
            size="s"
            icon="braces"
            aria-expanded={drawer === 'metadata'}
            onClick={() => toggle('metadata')}
          >
            {metadataKeys > 0 ? t('composer.metadata', { count: metadataKeys }) : t('composer.metadata.none')}
          </Button>
          <Button
            look="ghost"
            size="s"
            icon={compose.push ? 'bell' : 'settings'}
            data-testid="composer-options"
            aria-expanded={drawer === 'options'}
            onClick={() => toggle('options')}
          >
            {t(compose.push ? 'composer.options.push' : 'composer.options')}
          </Button>
          <span className="end hflex">
            <Menu
              trigger={
                <Button
                  look="ghost"
                  size="s"
                  className="mono composer-operation"
                  title={canStream ? t('composer.operation') : t('composer.operation.noStreaming')}
                >
                  {operation}
                </Button>
              }
              items={(['SendStreamingMessage', 'SendMessage'] as const).map((name) => ({
                id: name,
                label: name,
                ...(name === operation ? { icon: 'check' as const } : {}),
                onSelect: () => changeCompose({ streaming: name === 'SendStreamingMessage' }),
              }))}
            />
            <Button
              type="submit"
              look="primary"
              icon="send"
              keys="Ctrl ↵"
              data-testid="send"
              data-state={sending.busy ? 'sending' : blocked ? 'blocked' : 'ready'}
              data-reason={blocked}
              aria-disabled={blocked !== undefined}
              title={blocked ? t(`composer.blocked.${blocked}`) : undefined}
            >
              {sending.busy ? t('composer.sending') : t('composer.send')}
            </Button>
          </span>
        </div>
      </div>
      {sending.trouble ? <TroubleNotice panel="composer" trouble={sending.trouble} /> : null}
    </form>
  );
}
