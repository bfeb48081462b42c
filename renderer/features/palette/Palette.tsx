import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { takeFocus } from '../../ui/focus.ts';
import { Icon } from '../../ui/Icon.tsx';
import { marked, type PaletteEntry, readQuery, search } from './view-model.ts';
import './palette.css';

export interface PaletteProps {
  entries: readonly PaletteEntry[];
  /** Text to begin with, for example a prefix. */
  start: string;
  /** Goes to an event of the session; false when there is none. */
  onEvent(seq: number): boolean;
  /** Looks for words in all sessions. */
  onFind(text: string): void;
  onClose(): void;
}

/** Go anywhere, do anything: one list, found by words. */
export function Palette({ entries, start, onEvent, onFind, onClose }: PaletteProps) {
  const [text, setText] = useState(start);
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const query = useMemo(() => readQuery(text), [text]);
  const found = useMemo(() => {
    const seq = /^\s*:\s*(\d+)\s*$/.exec(text)?.[1];
    if (seq) return [eventEntry(seq, onEvent)];
    const matching = search(entries, query);
    const words = text.trim();
    return query.kinds || words === '' ? matching : [...matching, findEntry(words, onFind)];
  }, [entries, query, text, onEvent, onFind]);
  const current = Math.min(at, Math.max(0, found.length - 1));

  useEffect(() => {
    list.current?.querySelector(`[data-index="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    // After the dialog has given the focus back, so that a command may move it.
    setTimeout(entry.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((current + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') run(found[current]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="palette" aria-describedby={undefined} data-testid="palette">
          <Dialog.Title className="visually-hidden">{t('palette.title')}</Dialog.Title>
          <div className="palette-field">
            <Icon name="search" size={16} />
            <input
              ref={takeFocus}
              value={text}
              placeholder={t('palette.placeholder')}
              aria-label={t('palette.title')}
              role="combobox"
              aria-expanded="true"
              aria-controls="palette-list"
              aria-activedescendant={found.length > 0 ? `palette-${current}` : undefined}
              spellCheck={false}
              onChange={(event) => {
                setText(event.target.value);
                setAt(0);
              }}
              onKeyDown={onKeyDown}
            />
            <span className="t3">
              {query.kinds ? t(SCOPE_WORD[query.kinds[0] as keyof typeof SCOPE_WORD]) : t('palette.scope.all')}
            </span>
          </div>
          <Box className="palette-list" id="palette-list" role="listbox" aria-label={t('palette.title')} ref={list}>
            {found.map((entry, index) => (
              <Entry
                key={entry.id}
                entry={entry}
                index={index}
                words={query.words}
                current={index === current}
                first={groupOf(entry) !== groupOf(found[index - 1])}
                onRun={() => run(entry)}
                onHover={() => setAt(index)}
              />
            ))}
            {found.length === 0 ? <p className="palette-none">{t('palette.none', { query: text.trim() })}</p> : null}
          </Box>
          <div className="palette-foot">
            <Hint keys="↑↓" word={t('palette.choose')} />
            <Hint keys="↵" word={t('palette.open')} />
            <span className="end hflex">
              <Hint keys=">" word={t('palette.commands')} />
              <Hint keys="#" word={t('palette.tasks')} />
              <Hint keys="@" word={t('palette.agents')} />
              <Hint keys=":" word={t('palette.event')} />
            </span>
          </div>
          <span className="visually-hidden" role="status">
            {t('palette.count', { count: found.length })}
          </span>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const SCOPE_WORD = {
  command: 'palette.commands',
  task: 'palette.tasks',
  agent: 'palette.agents',
  event: 'palette.event',
} as const;

const eventEntry = (seq: string, onEvent: (seq: number) => boolean): PaletteEntry => ({
  id: 'event',
  kind: 'event',
  icon: 'arrow-right',
  label: t('palette.event.go', { seq }),
  hint: t('palette.event.hint'),
  run: () => void onEvent(Number(seq)),
});

const findEntry = (words: string, onFind: (text: string) => void): PaletteEntry => ({
  id: 'find-words',
  kind: 'find',
  icon: 'search',
  label: t('palette.find', { words }),
  run: () => onFind(words),
});

const groupOf = (entry: PaletteEntry | undefined): 'do' | 'search' | 'goto' | undefined =>
  entry && (entry.kind === 'command' ? 'do' : entry.kind === 'find' ? 'search' : 'goto');

const Hint = ({ keys, word }: { keys: string; word: string }) => (
  <span>
    <kbd>{keys}</kbd> {word}
  </span>
);

interface EntryProps {
  entry: PaletteEntry;
  index: number;
  words: readonly string[];
  current: boolean;
  /** Begins its group. */
  first: boolean;
  onRun(): void;
  onHover(): void;
}

function Entry({ entry, index, words, current, first, onRun, onHover }: EntryProps) {
  return (
    <>
      {first ? (
        <div className="palette-group" role="presentation">
          {t(`palette.group.${groupOf(entry) ?? 'goto'}`)}
        </div>
      ) : null}
      <Box
        className="palette-item"
        role="option"
        id={`palette-${index}`}
        aria-selected={current}
        data-testid="palette-item"
        data-index={index}
        data-id={entry.id}
        data-state={current ? 'selected' : 'idle'}
        onMouseMove={onHover}
        onClick={onRun}
      >
        <Icon name={entry.icon} className={entry.tone ?? 't2'} />
        <span className="cut">
          {marked(entry.label, words).map((piece, at) =>
            piece.hit ? <b key={at}>{piece.text}</b> : <span key={at}>{piece.text}</span>,
          )}
        </span>
        {entry.hint ? <span className="palette-hint cut">{entry.hint}</span> : null}
        {entry.keys ? <kbd className="end">{entry.keys}</kbd> : null}
      </Box>
    </>
  );
}
