import { type KeyboardEvent, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { t } from '../../../strings/index.ts';
import { Box } from '../../../ui/Box.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { CopyButton, copyText } from '../../../ui/Copy.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { oneLine } from '../../../ui/text.ts';
import { useRowHeight } from '../../../ui/use-row-height.ts';
import { useScroller } from '../../../ui/use-scroller.ts';
import { pageOf, scrollHeight } from '../../../ui/virtual.ts';
import { findJson, isBranch, type JsonNode, JsonOutline, pointerOf, sizeOf } from './json-outline.ts';
import { layOutInSlices } from './lay-out.ts';
import { inSlices } from './slices.ts';

/** Matches that one can step through. */
const MATCHES_LIMIT = 1_000;
/** Lines up to which everything is opened at once. */
const OPEN_ALL_LINES = 50_000;
/** Milliseconds of one turn that a search may take. */
const FIND_SLICE_MS = 10;

interface Matches {
  paths: (string | number)[][];
  done: boolean;
}

/** Looks for words in the values, a slice at a time. */
function useMatches(value: unknown, words: string): Matches {
  const [matches, setMatches] = useState<Matches>({ paths: [], done: true });
  useEffect(() => {
    if (words === '') return setMatches({ paths: [], done: true });
    const search = findJson(value, words);
    const paths: Matches['paths'] = [];
    let timer: ReturnType<typeof setTimeout>;
    const step = () => {
      const until = performance.now() + FIND_SLICE_MS;
      for (;;) {
        const next = search.next();
        if (next.value) paths.push(next.value);
        const done = next.done === true || paths.length >= MATCHES_LIMIT;
        if (!done && performance.now() < until) continue;
        setMatches({ paths: paths.slice(), done });
        if (!done) timer = setTimeout(step);
        return;
      }
    };
    timer = setTimeout(step, 100);
    return () => clearTimeout(timer);
  }, [value, words]);
  return matches;
}

/** A JSON value as a tree; only the lines in view are drawn. */
export function JsonTree({ value }: { value: unknown }) {
  const outline = useMemo(() => new JsonOutline(value), [value]);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const [cursor, setCursor] = useState(0);
  const [words, setWords] = useState('');
  const [match, setMatch] = useState(-1);
  const [partly, setPartly] = useState(false);
  const matches = useMatches(value, words);
  const row = useRowHeight();
  const { lines } = outline;
  const scroller = useScroller({ count: lines.length, row, head: 0, following: false, onLeaveEnd: () => {} });
  const grid = useRef<HTMLDivElement>(null);
  const at = Math.min(cursor, lines.length - 1);
  const node = lines[at];
  const pointer = node ? pointerOf(node) : '';

  /** Line to bring into view once its branch is drawn. */
  const wish = useRef<number>(undefined);
  useEffect(() => {
    if (wish.current === undefined) return;
    scroller.show(wish.current);
    wish.current = undefined;
  });

  const move = (to: number) => {
    const next = Math.max(0, Math.min(outline.lines.length - 1, to));
    setCursor(next);
    wish.current = next;
    render();
  };
  const toggle = (index: number) => {
    outline.toggle(index);
    setCursor(index);
    render();
  };
  const goToMatch = (to: number) => {
    const { paths } = matches;
    if (paths.length === 0) return;
    const next = (to + paths.length) % paths.length;
    setMatch(next);
    move(outline.reveal(paths[next] as (string | number)[]));
  };
  useEffect(() => setMatch(-1), [words]);
  useEffect(() => {
    if (match < 0 && matches.paths.length > 0) goToMatch(0);
  }, [matches]);

  const openAll = (index: number) => {
    setPartly(!outline.openAll(index, OPEN_ALL_LINES));
    render();
  };
  const closeAll = () => {
    outline.closeAll(0);
    setPartly(false);
    setCursor(0);
    render();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      PageDown: () => move(at + pageOf(scroller.size)),
      PageUp: () => move(at - pageOf(scroller.size)),
      Home: () => move(0),
      End: () => move(lines.length - 1),
      ArrowRight: () => (node && isBranch(node.value) && !node.open ? toggle(at) : move(at + 1)),
      ArrowLeft: () => (node?.open ? toggle(at) : move(Math.max(0, outline.parentOf(at)))),
      '*': () => openAll(at),
      Enter: () => node && isBranch(node.value) && toggle(at),
      c: () => void copyText(pointer),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  const { first, last, offset } = scroller.window;
  return (
    <div className="af-json">
      <div className="af-bar">
        <label className="filter-field af-find">
          <Icon name="search" />
          <input
            type="search"
            aria-label={t('artifacts.json.find')}
            placeholder={t('artifacts.json.find')}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              goToMatch(match + (event.shiftKey ? -1 : 1));
            }}
          />
        </label>
        {words === '' ? null : (
          <>
            <span className="t3 af-count" role="status" data-testid="json-matches" data-count={matches.paths.length}>
              {t(matches.done ? 'artifacts.json.matches' : 'artifacts.json.searching', {
                at: match + 1,
                count: matches.paths.length,
              })}
            </span>
            <IconButton icon="chevron-up" label={t('artifacts.json.previous')} onClick={() => goToMatch(match - 1)} />
            <IconButton icon="chevron-down" label={t('artifacts.json.next')} onClick={() => goToMatch(match + 1)} />
          </>
        )}
        <span className="mono t3 cut grow af-pointer" title={pointer} data-testid="json-pointer">
          {pointer === '' ? t('artifacts.json.root') : oneLine(pointer)}
        </span>
        <IconButton icon="plus" label={t('artifacts.json.openAll')} keys="*" onClick={() => openAll(0)} />
        <IconButton icon="minus" label={t('artifacts.json.closeAll')} onClick={closeAll} />
        <CopyButton text={pointer} label={t('artifacts.json.copyPath')} doneLabel={t('copy.done')} />
        <CopyButton
          text={() => (node && !isBranch(node.value) ? String(node.value) : inSlices(layOutInSlices(node?.value)))}
          label={t('artifacts.json.copyValue')}
          doneLabel={t('copy.done')}
        />
      </div>
      {partly ? (
        <p className="af-pad af-remark t2" role="status" data-testid="json-partly">
          {t('artifacts.json.partly', { limit: OPEN_ALL_LINES })}
        </p>
      ) : null}
      <Box
        className="af-lines"
        role="tree"
        aria-label={t('artifacts.json.tree')}
        aria-activedescendant={`json-line-${at}`}
        tabIndex={0}
        data-testid="json-tree"
        data-count={lines.length}
        ref={(element) => {
          grid.current = element;
          return scroller.ref(element);
        }}
        onScroll={scroller.onScroll}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: scrollHeight(scroller.size) }}>
          <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
            {lines.slice(first, last).map((line, index) => (
              <Line
                key={first + index}
                node={line}
                index={first + index}
                selected={first + index === at}
                onClick={(toggles) => (toggles ? toggle(first + index) : setCursor(first + index))}
              />
            ))}
            {at < first || at >= last
              ? node && <Line node={node} index={at} selected hidden onClick={() => {}} />
              : null}
          </div>
        </div>
      </Box>
    </div>
  );
}

interface LineProps {
  node: JsonNode;
  index: number;
  selected: boolean;
  /** Kept for assistive technology while it is out of view. */
  hidden?: boolean;
  onClick(toggles: boolean): void;
}

/** Pixels of one level. */
const INDENT = 14;

function Line({ node, index, selected, hidden, onClick }: LineProps) {
  const branch = isBranch(node.value);
  return (
    <Box
      role="treeitem"
      id={`json-line-${index}`}
      className={`af-line${hidden ? ' visually-hidden' : ''}`}
      aria-level={node.depth + 1}
      aria-selected={selected}
      aria-expanded={branch ? node.open : undefined}
      style={{ paddingLeft: 8 + node.depth * INDENT }}
      data-testid="json-line"
      onClick={(event) =>
        onClick(branch && (event.detail > 1 || (event.target as Element).closest('.af-twisty') !== null))
      }
    >
      <span className="af-twisty">
        {branch ? <Icon name={node.open ? 'chevron-down' : 'chevron-right'} size={12} /> : null}
      </span>
      {node.parent ? <span className="syn-key">{oneLine(String(node.key))}</span> : null}
      {node.parent ? <span className="t3">:&nbsp;</span> : null}
      <Value value={node.value} open={node.open} />
    </Box>
  );
}

function Value({ value, open }: { value: unknown; open: boolean }) {
  if (Array.isArray(value)) return <span className="t3">{open ? `[${value.length}]` : `[ ${value.length} ]`}</span>;
  if (isBranch(value)) return <span className="t3">{`{${sizeOf(value)}}`}</span>;
  if (typeof value === 'string') return <span className="syn-string cut">{oneLine(`"${value}"`)}</span>;
  return <span className={typeof value === 'number' ? 'syn-number' : 'syn-keyword'}>{String(value)}</span>;
}
