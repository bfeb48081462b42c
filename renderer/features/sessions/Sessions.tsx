import { type KeyboardEvent, useRef, useState } from 'react';
import type { SessionView } from '../../../shared/contract/views.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { ageText } from '../../state/age.ts';
import { useLogSession } from '../../state/log.ts';
import { useAppInfo, useSessions } from '../../state/queries.ts';
import { useSelection } from '../../state/selection.ts';
import { newestFirst, sessionTitle } from '../../state/session-title.ts';
import { importSession, removeSession, renameSession, showSession, startSession } from '../../state/sessions.ts';
import { shareSession } from '../../state/share.ts';
import { t } from '../../strings/index.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { FilePicker, type FilePickerHandle } from '../../ui/FilePicker.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ContextMenu, type MenuItem } from '../../ui/Menu.tsx';
import { Empty } from '../../ui/Notice.tsx';
import { TextPrompt } from '../../ui/TextPrompt.tsx';
import { formatBytes } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';

import './sessions.css';

/** The session that is being recorded, then the kept ones, newest first. */
export function Sessions() {
  const sessions = useSessions().data;
  const shown = useLogSession();
  const here = useSelection((selection) => selection.place.kind === 'session');
  const dialogs = useAppInfo().data?.capabilities.dialogs === true;
  const [renaming, setRenaming] = useState<SessionView>();
  const [removing, setRemoving] = useState<SessionView>();
  const [trouble, setTrouble] = useState<Trouble>();
  const picker = useRef<FilePickerHandle>(null);
  const list = useRef<HTMLUListElement>(null);

  const take = async (reply: Promise<{ ok: true } | { ok: false; error: Trouble }>) => {
    const came = await reply;
    setTrouble(came.ok ? undefined : came.error);
  };
  const itemsOf = (session: SessionView): MenuItem[] => [
    { id: 'show', label: t('sessions.show'), icon: 'session', onSelect: () => void take(showSession(session)) },
    { id: 'rename', label: t('sessions.rename'), icon: 'pencil', onSelect: () => setRenaming(session) },
    {
      id: 'export',
      label: t('sessions.export'),
      icon: 'download',
      onSelect: () => shareSession(session.id, 'session'),
    },
    { id: 'har', label: t('sessions.har'), icon: 'download', onSelect: () => shareSession(session.id, 'har') },
    {
      id: 'delete',
      label: t('sessions.delete'),
      icon: 'trash',
      danger: true,
      divided: true,
      disabled: session.live,
      onSelect: () => setRemoving(session),
    },
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    const rows = Array.from(list.current?.querySelectorAll<HTMLElement>('.session') ?? []);
    const at = rows.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    rows[Math.max(0, Math.min(rows.length - 1, to))]?.focus();
  };

  const ordered = newestFirst(sessions ?? []);
  const stop = Math.max(
    0,
    ordered.findIndex((session) => session.id === shown),
  );
  return (
    <section className="rail-part sessions" aria-label={t('sessions.title')}>
      <div className="rail-head">
        <h2>{t('sessions.title')}</h2>
        <span className="end">
          <IconButton icon="plus" label={t('sessions.start')} onClick={() => void startSession()} />
          <IconButton
            icon="external"
            label={t('sessions.open')}
            onClick={() => (dialogs ? void take(importSession()) : picker.current?.open())}
          />
        </span>
      </div>
      <FilePicker ref={picker} onFile={(file) => void take(importSession(file))} />
      {trouble ? <TroubleNotice panel="sessions" trouble={trouble} /> : null}
      {ordered.length === 0 ? (
        <Empty panel="sessions">{t('sessions.empty')}</Empty>
      ) : (
        <ul className="sessions-list" ref={list} onKeyDown={onKeyDown}>
          {ordered.map((session, index) => (
            <li key={session.id}>
              <ContextMenu items={itemsOf(session)}>
                <button
                  type="button"
                  className="session"
                  tabIndex={index === stop ? 0 : -1}
                  aria-current={session.id === shown && (here || !session.live) ? 'true' : undefined}
                  title={sessionTitle(session)}
                  data-testid="session-row"
                  data-id={session.id}
                  data-state={session.live ? 'live' : 'kept'}
                  onClick={() => void take(showSession(session))}
                >
                  <Icon name="session" />
                  <span className="cut">{sessionTitle(session)}</span>
                  <span className="end t3">
                    {session.live ? t('sessions.live') : ageText(Date.parse(session.started))}
                  </span>
                </button>
              </ContextMenu>
            </li>
          ))}
        </ul>
      )}
      {renaming ? (
        <TextPrompt
          title={t('sessions.rename.title')}
          label={t('sessions.rename.label')}
          value={sessionTitle(renaming)}
          verb={t('sessions.rename.verb')}
          cancel={t('action.cancel')}
          onDone={(title) => void renameSession(renaming.id, title)}
          onClose={() => setRenaming(undefined)}
        />
      ) : null}
      {removing ? (
        <Confirm
          title={t('sessions.delete.title', { title: sessionTitle(removing) })}
          verb={t('sessions.delete.verb')}
          cancel={t('action.cancel')}
          onConfirm={() => void removeSession(removing.id)}
          onClose={() => setRemoving(undefined)}
        >
          {t('sessions.delete.explain', { title: sessionTitle(removing), size: formatBytes(removing.bytes) })}
        </Confirm>
      ) : null}
    </section>
  );
}
