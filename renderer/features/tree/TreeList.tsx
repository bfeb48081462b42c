import { type KeyboardEvent, type MouseEvent, useCallback, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { WatchView } from '../../../shared/contract/watch.ts';
import { bindingOf } from '../../state/key-table.ts';
import { goTo, type Place, selectRow } from '../../state/selection.ts';
import { isUnread, markRead } from '../../state/unread.ts';
import { watchOf } from '../../state/watches.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { copyText } from '../../ui/Copy.tsx';
import { ContextMenu } from '../../ui/Menu.tsx';
import { useRowHeight } from '../../ui/use-row-height.ts';
import { useSize } from '../../ui/use-size.ts';
import { reveal, scrollHeight, windowAt } from '../../ui/virtual.ts';
import { type TreeKey, treeKeys } from './keys.ts';
import { endOf, glyphOf, originMark } from './label.ts';
import { itemsOf } from './menu.ts';
import { TreeRow } from './TreeRow.tsx';
import { destination, type TreeNode, typeAhead } from './view-model.ts';

/** Trees up to this many lines are drawn whole. */
const WHOLE_UP_TO = 200;
/** Letters typed within this time belong together, ms. */
const TYPE_AHEAD_MS = 700;

const isPlace = (node: TreeNode, place: Place): boolean =>
  (place.kind === 'task' && node.kind === 'task' && node.task?.id === place.task && node.task.agent === place.agent) ||
  (place.kind === 'context' &&
    node.kind === 'context' &&
    node.context?.id === place.context &&
    node.context.agent === place.agent);

/** What of a node is drawn; nodes are changed in place, so the drawing is compared by this. */
function stampOf({ task, context, tool, artifact, expanded, position, setSize, origin }: TreeNode): string {
  const counts = `${context?.tasks.length} ${task?.turns.length}`;
  const states = `${task?.state} ${tool?.state} ${artifact?.sealed} ${task?.unlisted}`;
  return `${states} ${expanded} ${position}/${setSize} ${origin} ${counts}`;
}

interface TreeListProps {
  nodes: readonly TreeNode[];
  textOf(node: TreeNode): string;
  place: Place;
  watches: readonly WatchView[];
  /** The server's list was read to its end without a filter. */
  whole: boolean;
  /** Agents can be called: the session on screen is the one that is recorded. */
  live: boolean;
  onToggle(node: TreeNode): void;
  /** Asks the server for more tasks. */
  onMore(): void;
  /** Asks the server for the tasks of one context; undefined where that cannot be. */
  onContext: ((context: string) => void) | undefined;
  onWatch(node: TreeNode): void;
}

/** The lines of the tree: one Tab stop, arrows between them, a menu on each. */
export function TreeList(props: TreeListProps) {
  const { nodes, textOf, place, watches, whole, onToggle, onMore, onWatch } = props;
  const box = useRef<HTMLDivElement>(null);
  const [measure, { height: viewport }] = useSize<HTMLDivElement>();
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<string>();
  const [, render] = useReducer((count: number) => count + 1, 0);
  const wantsFocus = useRef(false);
  const row = useRowHeight();
  const holdBox = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element;
      return measure(element);
    },
    [measure],
  );
  const all = nodes.length <= WHOLE_UP_TO;
  const size = { count: nodes.length, row, viewport };
  const window = all ? { first: 0, last: nodes.length, offset: 0 } : windowAt(size, top);
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
  const open = (node: TreeNode) => {
    if (node.kind === 'more') return onMore();
    const to = destination(node);
    if (!to) return;
    goTo(to.place, to.tab);
    if (to.seq !== undefined) selectRow(to.seq);
  };
  const toggle = (node: TreeNode) => node.expanded !== undefined && onToggle(node);
  const read = (node: TreeNode) => {
    for (const task of node.task ? [node.task] : (node.context?.tasks ?? [])) markRead(task);
    render();
  };

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
    read,
    copyId: (node) => void copyText((node.task ? node.task.id : node.context?.id) ?? ''),
    copyContext: (node) => void copyText(node.context?.id ?? ''),
    more: onMore,
    watch: onWatch,
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
  const lineOf = (event: MouseEvent): TreeNode | undefined => {
    const line = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    return nodes[Number(line?.dataset.index ?? -1)];
  };
  const onClick = (event: MouseEvent) => {
    const node = lineOf(event);
    if (!node) return;
    setFocused(node.key);
    if ((event.target as HTMLElement).closest('[data-twisty]')) toggle(node);
    else open(node);
  };
  // The menu is that of the line under the pointer, or of the one with the focus.
  const onContextMenu = (event: MouseEvent) => {
    const node = lineOf(event);
    if (node) setFocused(node.key);
  };

  const current = nodes[stop];
  const items = current
    ? itemsOf(current, {
        live: props.live,
        watch: current.task && watchOf(watches, current.task.agent, current.task.id),
        open,
        read,
        toggle,
        context: props.onContext,
        more: onMore,
      })
    : [];
  return (
    <ContextMenu items={items}>
      <Box
        className="tree"
        role="tree"
        aria-label={t('tree.title')}
        ref={holdBox}
        onScroll={(event) => (all ? undefined : setTop(event.currentTarget.scrollTop))}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onContextMenu={onContextMenu}
      >
        <div role="presentation" style={all ? undefined : { height: scrollHeight(size) }}>
          <div role="presentation" style={all ? undefined : { transform: `translateY(${window.offset}px)` }}>
            {nodes.slice(window.first, window.last).map((node, at) => (
              <TreeRow
                key={node.key}
                node={node}
                index={window.first + at}
                label={textOf(node)}
                glyph={glyphOf(node)}
                end={endOf(node)}
                mark={originMark(node, whole)}
                watch={
                  node.kind === 'task' ? watchOf(watches, node.task?.agent ?? '', node.task?.id)?.phase : undefined
                }
                unread={node.kind === 'task' && node.task !== undefined && isUnread(node.task)}
                selected={window.first + at === selected}
                tabStop={window.first + at === stop}
                stamp={stampOf(node)}
              />
            ))}
          </div>
        </div>
      </Box>
    </ContextMenu>
  );
}
