import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../../strings/index.ts';
import { Box } from '../../../ui/Box.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { Code } from '../../../ui/Code.tsx';
import { CopyButton, copyText } from '../../../ui/Copy.tsx';
import { oneLine, showHidden } from '../../../ui/text.ts';
import { useRowHeight } from '../../../ui/use-row-height.ts';
import { useScroller } from '../../../ui/use-scroller.ts';
import { pageOf, scrollHeight } from '../../../ui/virtual.ts';
import { CHANGE_KINDS } from './json-diff.ts';
import type { DiffAnswer, ToldChange } from './json-diff.worker.ts';

export interface JsonDiffListProps {
  diff: Exclude<DiffAnswer, string>;
  /** Which two are compared. */
  label: string;
}

/** What differs between two JSON values, change by change, and the one that is looked at in full. */
export function JsonDiffList({ diff, label }: JsonDiffListProps) {
  const { changes, counts } = diff;
  const total = CHANGE_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const [cursor, setCursor] = useState(0);
  useEffect(() => setCursor(0), [diff]);
  const at = Math.min(cursor, changes.length - 1);
  const change = changes[at];
  const scroller = useScroller({
    count: changes.length,
    row: useRowHeight(),
    head: 0,
    following: false,
    onLeaveEnd: () => {},
  });
  const list = useRef<HTMLDivElement>(null);

  const move = (to: number) => {
    const next = Math.max(0, Math.min(changes.length - 1, to));
    setCursor(next);
    scroller.show(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      PageDown: () => move(at + pageOf(scroller.size)),
      PageUp: () => move(at - pageOf(scroller.size)),
      Home: () => move(0),
      End: () => move(changes.length - 1),
      c: () => change && void copyText(change.path),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  if (!change) return <p className="af-pad t2">{t('artifacts.diff.none')}</p>;
  const { first, last, offset } = scroller.window;
  return (
    <div className="af-stack" data-testid="json-diff" data-count={total}>
      <div className="af-bar">
        <span className="cut grow t3" data-testid="json-diff-counts">
          {CHANGE_KINDS.filter((kind) => counts[kind] > 0)
            .map((kind) => t(`artifacts.diff.count.${kind}`, { count: counts[kind] }))
            .join(' · ')}
        </span>
        <span className="t3 af-count" role="status">
          {t('artifacts.diff.at', { at: at + 1, count: changes.length })}
        </span>
        <IconButton icon="chevron-up" label={t('artifacts.diff.previous')} keys="↑" onClick={() => move(at - 1)} />
        <IconButton icon="chevron-down" label={t('artifacts.diff.next')} keys="↓" onClick={() => move(at + 1)} />
        <CopyButton text={change.path} label={t('artifacts.json.copyPath')} doneLabel={t('copy.done')} />
      </div>
      {total > changes.length ? (
        <p className="af-pad af-remark t2" data-testid="json-diff-cut">
          {t('artifacts.diff.cut', { shown: changes.length, total })}
        </p>
      ) : null}
      {diff.byPlace ? <p className="af-pad af-remark t2">{t('artifacts.diff.byPlace')}</p> : null}
      <Box
        className="af-lines"
        role="listbox"
        aria-label={t('artifacts.diff.list', { label })}
        aria-activedescendant={`json-change-${at}`}
        tabIndex={0}
        data-testid="json-changes"
        ref={(element) => {
          list.current = element;
          return scroller.ref(element);
        }}
        onScroll={scroller.onScroll}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: scrollHeight(scroller.size) }}>
          <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
            {changes.slice(first, last).map((one, index) => (
              <Line
                key={first + index}
                change={one}
                index={first + index}
                count={changes.length}
                selected={first + index === at}
                onClick={() => setCursor(first + index)}
              />
            ))}
            {at < first || at >= last ? (
              <Line change={change} index={at} count={changes.length} selected hidden onClick={() => {}} />
            ) : null}
          </div>
        </div>
      </Box>
      <Values change={change} />
    </div>
  );
}

interface LineProps {
  change: ToldChange;
  index: number;
  count: number;
  selected: boolean;
  /** Kept for assistive technology while it is out of view. */
  hidden?: boolean;
  onClick(): void;
}

function Line({ change, index, count, selected, hidden, onClick }: LineProps) {
  const { kind, path, from, before, after } = change;
  return (
    <Box
      role="option"
      id={`json-change-${index}`}
      className={`af-line af-change${hidden ? ' visually-hidden' : ''}`}
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-testid="json-change"
      data-kind={kind}
      onClick={onClick}
    >
      <span className="af-change-kind">{t(`artifacts.diff.${kind}`)}</span>
      <span className="af-change-path cut">{pathWords(path)}</span>
      {kind === 'moved' ? (
        <span className="t3 cut">{t('artifacts.diff.from', { path: pathWords(from ?? '') })}</span>
      ) : (
        <span className="af-change-values">
          {before === undefined ? null : <del className="cut">{valueLine(before)}</del>}
          {before === undefined || after === undefined ? null : <span className="t3">→</span>}
          {after === undefined ? null : <ins className="cut">{valueLine(after)}</ins>}
        </span>
      )}
    </Box>
  );
}

const pathWords = (path: string): string => (path === '' ? t('artifacts.json.root') : oneLine(path));

/** Characters of a value that are looked at for its line. */
const LINE_CHARS = 300;

const valueLine = (text: string): string => oneLine(text.slice(0, LINE_CHARS).replace(/\n\s*/g, ' '));

/** The old and the new value in full. */
function Values({ change: { before, after, from, path } }: { change: ToldChange }) {
  const side = (title: string, text: string | undefined) => (
    <section className="af-value">
      <div className="block-title">
        <span className="cut">{title}</span>
        {text === undefined ? null : (
          <span className="end">
            <CopyButton text={text} label={t('artifacts.json.copyValue')} doneLabel={t('copy.done')} />
          </span>
        )}
      </div>
      {text === undefined ? <p className="hint">{t('artifacts.diff.absent')}</p> : <Code>{showHidden(text)}</Code>}
    </section>
  );
  return (
    <div className="af-values" data-testid="json-change-values">
      {side(
        from === undefined ? t('artifacts.diff.old') : t('artifacts.diff.oldAt', { path: pathWords(from) }),
        before,
      )}
      {side(t('artifacts.diff.newAt', { path: pathWords(path) }), after)}
    </div>
  );
}
