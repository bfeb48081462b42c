import { Dialog } from 'radix-ui';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { FoundRow } from '../../../shared/contract/views.ts';
import { parseFilter } from '../../../shared/replay/filter/parse.ts';
import { useSessions } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Empty, ErrorNotice } from '../../ui/Notice.tsx';
import { FilterDetails } from '../../views/filter/FilterDetails.tsx';
import { FilterField } from '../../views/filter/FilterField.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { Hits } from './Hits.tsx';
import { openHit } from './open.ts';
import { type FindState, findStore, HITS_LIMIT, searchFor, stopSearch, useFind } from './store.ts';
import { listOf, wordsOf } from './view-model.ts';
import './find.css';

export interface FindProps {
  /** Text to search for at once; left out: the last search is shown again. */
  start?: string;
  onClose(): void;
}

/** Looks for words, or whatever a filter selects, in all sessions. */
export function Find({ start, onClose }: FindProps) {
  const state = useFind();
  const sessions = useSessions().data;
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState<string>();
  const errorId = useId();
  const filter = useMemo(() => parseFilter(state.text), [state.text]);
  const items = useMemo(() => listOf(state.hits, sessions ?? []), [state.hits, sessions]);
  const words = useMemo(() => wordsOf(filter), [filter]);

  useEffect(() => {
    if (start !== undefined && start !== findStore.getState().text) searchFor(start, true);
    return stopSearch;
  }, [start]);

  const open = async (hit: FoundRow) => {
    const session = sessions?.find((one) => one.id === hit.session);
    if (!session) return;
    const reply = await openHit(hit, session);
    if (reply.ok) onClose();
    else setRefused(reply.error.message);
  };
  const leave = () => {
    if (state.phase === 'waiting') searchFor(state.text, true);
    list.current?.focus();
  };

  return (
    <Dialog.Root open onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="find"
          aria-describedby={undefined}
          data-testid="find"
          data-state={state.phase}
          data-count={state.hits.length}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            input.current?.focus();
          }}
          // The field closes its list first.
          onEscapeKeyDown={(event) => document.activeElement === input.current && event.preventDefault()}
        >
          <div className="find-head">
            <Dialog.Title asChild>
              <h2>{t('find.title')}</h2>
            </Dialog.Title>
            <IconButton icon="close" label={t('find.close')} onClick={onClose} />
          </div>
          <div className="find-field">
            <FilterField
              className="grow"
              input={input}
              filter={filter}
              onText={searchFor}
              onLeave={leave}
              onEscape={onClose}
              label={t('find.label')}
              placeholder={t('find.example')}
              describedBy={errorId}
            />
          </div>
          <FilterDetails errorId={errorId} filter={filter} onText={(text) => searchFor(text, true)} />
          {refused === undefined ? null : (
            <ErrorNotice panel="find-open" title={t('find.gone', { reason: refused })}>
              {null}
            </ErrorNotice>
          )}
          {state.trouble ? <TroubleNotice panel="find" trouble={state.trouble} /> : null}
          {items.length > 0 ? (
            <Hits items={items} words={words} list={list} onOpen={(hit) => void open(hit)} />
          ) : state.trouble ? null : (
            <div className="find-blank">
              <Empty panel="find">
                <p>{blankWords(state)}</p>
              </Empty>
            </div>
          )}
          <Foot state={state} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function blankWords({ phase, text, progress }: FindState): string {
  if (phase === 'idle') return t('find.start');
  if (phase === 'done') return t('find.none', { filter: text.trim(), sessions: progress.ofSessions });
  if (phase === 'stopped') return t('find.stopped');
  return progressWords(progress);
}

const progressWords = ({ sessions, ofSessions, rows }: FindState['progress']): string =>
  t('find.progress', { session: Math.min(sessions + 1, ofSessions), sessions: ofSessions, rows });

function Foot({ state }: { state: FindState }) {
  const { phase, hits, problems, progress, full } = state;
  const busy = phase === 'searching' || phase === 'waiting';
  const found = new Set(hits.map(({ session }) => session)).size;
  const summary = t('find.summary', { hits: hits.length, found, rows: progress.rows, sessions: progress.sessions });
  return (
    <div className="find-foot">
      <div className="find-told" role="status">
        {busy ? (
          <span>{progressWords(progress)}</span>
        ) : phase === 'done' || phase === 'stopped' ? (
          <span data-testid="find-summary">{full ? t('find.full', { hits: HITS_LIMIT }) : summary}</span>
        ) : null}
      </div>
      {problems.length > 0 ? (
        <ul className="find-problems" aria-label={t('find.problems')}>
          {problems.map((problem) => (
            <li key={problem.session} data-testid="find-problem" data-id={problem.session}>
              <Icon name="triangle" size={12} />
              <span className="cut" title={problem.message}>
                {t('find.problem', { title: problem.title, message: problem.message })}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {busy ? (
        <>
          <progress
            className="find-bar"
            aria-label={t('find.title')}
            max={Math.max(1, progress.ofBytes)}
            value={progress.bytes}
          />
          <Button size="s" data-testid="find-stop" onClick={stopSearch}>
            {t('find.stop')}
          </Button>
        </>
      ) : null}
    </div>
  );
}
