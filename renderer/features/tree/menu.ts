import type { WatchView } from '../../../shared/contract/watch.ts';
import { stateClass } from '../../../shared/model/task.ts';
import { runCall } from '../../state/calls.ts';
import { endWatch, pauseWatch, watchTask } from '../../state/watches.ts';
import { t } from '../../strings/index.ts';
import { copyText } from '../../ui/Copy.tsx';
import type { MenuItem } from '../../ui/Menu.tsx';
import { shortId } from '../../ui/text.ts';
import type { TreeNode } from './view-model.ts';

export interface MenuFacts {
  /** Agents can be called. */
  live: boolean;
  watch: WatchView | undefined;
  open(node: TreeNode): void;
  read(node: TreeNode): void;
  toggle(node: TreeNode): void;
  context: ((context: string) => void) | undefined;
  more(): void;
}

/** What can be done with a line of the tree. */
export function itemsOf(node: TreeNode, facts: MenuFacts): MenuItem[] {
  if (node.kind === 'more')
    return [{ id: 'more', label: t('tree.menu.more'), icon: 'globe', keys: 'M', onSelect: facts.more }];
  const { context, task } = node;
  const items: MenuItem[] = [
    { id: 'open', label: t('tree.menu.open'), icon: 'arrow-right', keys: 'Enter', onSelect: () => facts.open(node) },
  ];
  if (node.expanded !== undefined) {
    const label = t(node.expanded ? 'tree.menu.collapse' : 'tree.menu.expand');
    const icon = node.expanded ? 'chevron-up' : 'chevron-down';
    items.push({ id: 'toggle', label, icon, onSelect: () => facts.toggle(node) });
  }
  if (task?.id !== undefined && facts.live) items.push(...watchItems(task.agent, task.id, task.state, facts.watch));
  const contextId = context?.id;
  if (contextId !== undefined && facts.context && facts.live) {
    const { context: list } = facts;
    items.push({ id: 'list', label: t('tree.menu.list'), icon: 'globe', onSelect: () => list(contextId) });
  }
  items.push({
    id: 'read',
    label: t('tree.menu.read'),
    icon: 'check',
    keys: 'Space',
    divided: true,
    onSelect: () => facts.read(node),
  });
  const taskId = task?.id;
  if (taskId !== undefined) {
    const label = t('tree.menu.copyId', { id: shortId(taskId) });
    items.push({ id: 'copy', label, icon: 'copy', keys: 'Y', onSelect: () => void copyText(taskId) });
  }
  if (contextId !== undefined) {
    const label = t('tree.menu.copyContext', { id: shortId(contextId) });
    items.push({ id: 'copyContext', label, icon: 'copy', keys: '⇧Y', onSelect: () => void copyText(contextId) });
  }
  return items;
}

function watchItems(agent: string, task: string, state: string | undefined, watch: WatchView | undefined): MenuItem[] {
  const fetch: MenuItem = {
    id: 'fetch',
    label: t('tree.menu.fetch'),
    icon: 'download',
    divided: true,
    onSelect: () => void runCall(agent, 'GetTask', { id: task }),
  };
  const ask = () => void watchTask(agent, task);
  if (watch === undefined || watch.phase === 'ended') {
    if (stateClass(state) === 'terminal') return [fetch];
    return [fetch, { id: 'watch', label: t('tree.menu.watch'), icon: 'eye', keys: 'W', onSelect: ask }];
  }
  const paused = watch.phase === 'paused';
  return [
    {
      id: 'ask',
      label: t(paused ? 'tree.watch.resume' : 'tree.watch.now'),
      icon: 'refresh',
      divided: true,
      onSelect: ask,
    },
    ...(paused
      ? []
      : [
          {
            id: 'pause',
            label: t('tree.watch.pause'),
            icon: 'pause',
            onSelect: () => pauseWatch(agent, task),
          } satisfies MenuItem,
        ]),
    { id: 'unwatch', label: t('tree.watch.stop'), icon: 'square', keys: 'W', onSelect: () => endWatch(agent, task) },
  ];
}
