import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { bindingOf } from '../../state/key-table.ts';
import { sessionLog, useLogSession, useLogVersion } from '../../state/log.ts';
import { useAgents, useAppInfo } from '../../state/queries.ts';
import { goTo, type Place, selectRow, useSelection } from '../../state/selection.ts';
import { listTasks, useServerList } from '../../state/server-tasks.ts';
import { setSetting, settingsStore, useSettings } from '../../state/settings.ts';
import { isUnread, markRead } from '../../state/unread.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { copyText } from '../../ui/Copy.tsx';
import { takeFocus } from '../../ui/focus.ts';
import { Empty } from '../../ui/Notice.tsx';
import { useRowHeight } from '../../ui/use-row-height.ts';
import { useSize } from '../../ui/use-size.ts';
import { reveal, scrollHeight, windowAt } from '../../ui/virtual.ts';
import { type TreeKey, treeKeys } from './keys.ts';
import { endOf, glyphOf, labelOf } from './label.ts';
import { ServerNotice } from './ServerNotice.tsx';
import { TreeRow } from './TreeRow.tsx';
import { destination, flatten, type TreeNode, typeAhead } from './view-model.ts';
import './tree.css';

/** Trees up to this many lines are drawn whole. */
const WHOLE_UP_TO = 200;
/** Opened and closed nodes that are remembered. */
const REMEMBERED = 200;
/** Ages move on without a new row, ms. */
const AGE_TICK_MS = 1_000;
/** Letters typed within this time belong together, ms. */
const TYPE_AHEAD_MS = 700;

function remember(key: string, open: boolean): void {
  const { [key]: _, ...others } = settingsStore.getState().treeOpen;
  const kept = Object.entries(others).slice(-(REMEMBERED - 1));
  setSetting('treeOpen', Object.fromEntries([...kept, [key, open]]));
}

const isPlace = (node: TreeNode, place: Place): boolean =>
  (place.kind === 'task' && node.kind === 'task' && node.task?.id === place.task && node.task.agent === place.agent) ||
  (place.kind === 'context' &&
    node.kind === 'context' &&
    node.context?.id === place.context &&
    node.context.agent === place.agent);

/** Contexts and tasks of the chosen agent: what ran here, and what its server knows. */
export function Contexts() {
  useLogVersion();
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, AGE_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const session = useLogSession();
  const live = useAppInfo().data?.liveSession === session;
  const place = useSelection((selection) => selection.place);
  const chosen = useSelection((selection) => selection.agent);
  const expansion = useSettings((settings) => settings.treeOpen);
  const agent = live ? chosen : undefined;
  const view = useAgents().data?.find((one) => one.id === agent);
  const server = useServerList(agent, session);
  const [filter, setFilter] = useState<string>();
  const unsupported = view?.negotiated?.dialect === '0.3';
  const remaining = server.total === undefined ? undefined : Math.max(0, server.total - server.listed);
  const more = live && agent !== undefined && !unsupported && (server.state !== 'listed' || server.next !== undefined);
  const { tree } = sessionLog();
  const nodes = flatten(tree.contexts, {
    expansion,
    filter: (filter ?? '').toLowerCase(),
    place,
    more,
    ...(agent ? { agent } : {}),
  });
  const textOf = (node: TreeNode): string => {
    if (node.kind !== 'more') return labelOf(node);
    if (server.state === 'loading') return t('tree.loading');
    if (server.state === 'idle' || server.state === 'refused') return t('tree.more.first');
    return remaining === undefined ? t('tree.more.some') : t('tree.more', { count: remaining });
  };

  const box = useRef<HTMLDivElement>(null);
  const [measure, { height: viewport }] = useSize<HTMLDivElement>();
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<string>();
  const wantsFocus = useRef(false);
  const row = useRowHeight();
  const holdBox = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element;
      return measure(element);
    },
    [measure],
  );
  const whole = nodes.length <= WHOLE_UP_TO;
  const size = { count: nodes.length, row, viewport };
  const window = whole ? { first: 0, last: nodes.length, offset: 0 } : windowAt(size, top);
  const known = nodes.findIndex((node) => node.key === focused);
  const selected = nodes.findIndex((node) => isPlace(node, place));
  const stop = known >= 0 ? known : Math.max(selected, 0);

  useLayoutEffect(() => {
    if (!wantsFocus.current || !box.current) return;
    const next = reveal(size, box.current.scrollTop, stop);
    if (next !== undefined) box.current.scrollTop = next;
    const line = box.current.querySelector<HTMLElement>(`[data-index="${stop}"]`);
    if (!line) return;
    wantsFocus.current = false;
    line.focus({ preventScroll: true });
  });

  const focus = (index: number) => {
    const node = nodes[Math.max(0, Math.min(nodes.length - 1, index))];
    if (!node) return;
    wantsFocus.current = true;
    setFocused(node.key);
  };
  const ask = (again = false) => {
    if (agent && !unsupported) void listTasks(agent, again);
  };
  const open = (node: TreeNode) => {
    if (node.kind === 'more') return ask();
    const to = destination(node);
    if (!to) return;
    goTo(to.place, to.tab);
    if (to.seq !== undefined) selectRow(to.seq);
  };
  const toggle = (node: TreeNode) => node.expanded !== undefined && remember(node.key, !node.expanded);

  const typed = useRef({ text: '', at: 0 });
  const onType = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const now = Date.now();
    typed.current = { text: (now - typed.current.at > TYPE_AHEAD_MS ? '' : typed.current.text) + event.key, at: now };
    const found = typeAhead(nodes.map(textOf), stop, typed.current.text);
    if (found >= 0) focus(found);
  };
  const actions: Record<TreeKey, (node: TreeNode) => void> = {
    next: () => focus(stop + 1),
    previous: () => focus(stop - 1),
    first: () => focus(0),
    last: () => focus(nodes.length - 1),
    expand: (node) => (node.expanded === false ? toggle(node) : node.expanded ? focus(stop + 1) : undefined),
    collapse: (node) => (node.expanded ? toggle(node) : node.parent >= 0 ? focus(node.parent) : undefined),
    open,
    read: (node) => {
      for (const task of node.task ? [node.task] : (node.context?.tasks ?? [])) markRead(task);
      tick();
    },
    copyId: (node) => void copyText((node.task ? node.task.id : node.context?.id) ?? ''),
    copyContext: (node) => void copyText(node.context?.id ?? ''),
    more: () => ask(),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const node = nodes[stop];
    const key = bindingOf(treeKeys, event.nativeEvent);
    if (!node) return;
    if (!key) return onType(event);
    event.preventDefault();
    event.stopPropagation();
    actions[key](node);
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const line = target.closest<HTMLElement>('[data-index]');
    const node = nodes[Number(line?.dataset.index ?? -1)];
    if (!node) return;
    setFocused(node.key);
    if (target.closest('[data-twisty]')) toggle(node);
    else open(node);
  };

  return (
    <section className="rail-part contexts" aria-label={t('tree.title')}>
      <div className="rail-head">
        <h2>{t('tree.title')}</h2>
        <span className="end">
          <IconButton
            icon="filter"
            label={t('tree.filter')}
            aria-pressed={filter !== undefined}
            onClick={() => setFilter((old) => (old === undefined ? '' : undefined))}
          />
          {agent && !unsupported && live ? (
            <IconButton icon="refresh" label={t('tree.list')} onClick={() => ask(true)} />
          ) : null}
        </span>
      </div>
      {filter === undefined ? null : (
        <input
          className="field field-s tree-filter"
          aria-label={t('tree.filter')}
          ref={takeFocus}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setFilter(undefined);
          }}
        />
      )}
      {nodes.length === 0 ? (
        <Empty panel="contexts">{filter ? t('tree.empty.filter', { filter }) : t('tree.empty')}</Empty>
      ) : (
        <Box
          className="tree"
          role="tree"
          aria-label={t('tree.title')}
          ref={holdBox}
          onScroll={(event) => (whole ? undefined : setTop(event.currentTarget.scrollTop))}
          onKeyDown={onKeyDown}
          onClick={onClick}
        >
          <div role="presentation" style={whole ? undefined : { height: scrollHeight(size) }}>
            <div role="presentation" style={whole ? undefined : { transform: `translateY(${window.offset}px)` }}>
              {nodes.slice(window.first, window.last).map((node, at) => (
                <TreeRow
                  key={node.key}
                  node={node}
                  index={window.first + at}
                  label={textOf(node)}
                  glyph={glyphOf(node)}
                  end={endOf(node)}
                  unread={node.kind === 'task' && node.task !== undefined && isUnread(node.task)}
                  selected={window.first + at === selected}
                  tabStop={window.first + at === stop}
                  stamp={`${node.task?.state} ${node.expanded} ${node.position}/${node.setSize} ${node.origin} ${node.tool?.state} ${node.artifact?.sealed}`}
                />
              ))}
            </div>
          </div>
        </Box>
      )}
      <ServerNotice list={server} unsupported={unsupported && live} />
    </section>
  );
}
