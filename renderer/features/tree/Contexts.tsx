import { useCallback, useEffect, useReducer, useState } from 'react';
import { canSay } from '../../../shared/a2a/operations.ts';
import type { ListCriteria } from '../../../shared/a2a/reduce/tree-listing.ts';
import { asksForAll, remaining } from '../../../shared/a2a/reduce/tree-listing.ts';
import { stateClass } from '../../../shared/model/task.ts';
import { sessionLog, useLogAround, useLogSession } from '../../state/log.ts';
import { useAgents, useAppInfo, useWatches } from '../../state/queries.ts';
import { useSelection } from '../../state/selection.ts';
import { chooseTasks, listTasks, useServerList } from '../../state/server-tasks.ts';
import { setSetting, settingsStore, useSettings } from '../../state/settings.ts';
import { endWatch, watchOf, watchTask } from '../../state/watches.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { takeFocus } from '../../ui/focus.ts';
import { Empty } from '../../ui/Notice.tsx';
import { Criteria } from './Criteria.tsx';
import { ListDialog } from './ListDialog.tsx';
import { labelOf } from './label.ts';
import { ServerNotice } from './ServerNotice.tsx';
import { TreeHead } from './TreeHead.tsx';
import { TreeList } from './TreeList.tsx';
import { flatten, type TreeNode } from './view-model.ts';
import { WatchList } from './WatchList.tsx';
import './tree.css';

/** Opened and closed nodes that are remembered. */
const REMEMBERED = 200;
/** Ages move on without a new row, ms. */
const AGE_TICK_MS = 1_000;

function remember(key: string, open: boolean): void {
  const { [key]: _, ...others } = settingsStore.getState().treeOpen;
  const kept = Object.entries(others).slice(-(REMEMBERED - 1));
  setSetting('treeOpen', Object.fromEntries([...kept, [key, open]]));
}

/** Contexts and tasks of the chosen agent: what ran here, and what its server knows. */
export function Contexts() {
  useLogAround();
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
  const watches = useWatches().data ?? [];
  const own = live ? watches.filter((watch) => watch.agent === agent) : [];
  const [filter, setFilter] = useState<string>();
  const [asking, setAsking] = useState(false);

  const { negotiated } = view ?? {};
  const unsupported =
    negotiated && !canSay('ListTasks', negotiated.binding, negotiated.dialect) ? negotiated.binding : undefined;
  const lists = agent !== undefined && !unsupported && live;
  const { listing, criteria } = server;
  const more = lists && (server.state !== 'listed' || listing.next !== undefined);
  const { tree, started } = sessionLog();
  const nodes = flatten(tree.contexts, {
    expansion,
    filter: (filter ?? '').toLowerCase(),
    criteria,
    started,
    place,
    more,
    ...(agent ? { agent } : {}),
  });
  const textOf = (node: TreeNode): string => {
    if (node.kind !== 'more') return labelOf(node);
    if (server.state === 'loading') return t('tree.loading');
    if (server.state === 'idle' || server.state === 'refused') return t('tree.more.first');
    const rest = remaining(listing);
    return rest === undefined ? t('tree.more.some') : t('tree.more', { count: rest });
  };
  const listAgain = useCallback(() => {
    if (agent !== undefined) void listTasks(agent, true);
  }, [agent]);
  const toggleFilter = useCallback(() => setFilter((old) => (old === undefined ? '' : undefined)), []);
  const choosing = useCallback(() => setAsking(true), []);
  const choose = (next: ListCriteria) => {
    if (lists) void chooseTasks(agent, next);
  };
  const watch = ({ task }: TreeNode) => {
    if (!live || task?.id === undefined) return;
    const known = watchOf(own, task.agent, task.id);
    if (known && known.phase !== 'ended') endWatch(task.agent, task.id);
    else void watchTask(task.agent, task.id);
  };

  const selected = place.kind === 'task' ? tree.task(place.agent, place.task) : undefined;
  const kind = stateClass(selected?.state);
  const watchable =
    live && selected?.id !== undefined && !selected.live && (kind === 'active' || kind === 'interrupted') && selected;
  const offers = watchable && watchOf(own, watchable.agent, watchable.id) === undefined ? watchable : undefined;
  return (
    <section className="rail-part contexts" aria-label={t('tree.title')}>
      <TreeHead
        filtered={filter !== undefined}
        lists={lists}
        onFilter={toggleFilter}
        onChoose={choosing}
        onList={listAgain}
      />
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
      <Criteria criteria={criteria} onClear={() => choose({})} />
      {nodes.length === 0 ? (
        <Empty panel="contexts">
          {filter
            ? t('tree.empty.filter', { filter })
            : asksForAll(criteria)
              ? t('tree.empty')
              : t('tree.empty.criteria')}
        </Empty>
      ) : (
        <TreeList
          nodes={nodes}
          textOf={textOf}
          place={place}
          watches={own}
          whole={listing.complete && asksForAll(criteria)}
          live={live}
          onToggle={(node) => remember(node.key, !node.expanded)}
          onMore={() => {
            if (lists) void listTasks(agent);
          }}
          onContext={lists ? (context) => choose({ ...criteria, context }) : undefined}
          onWatch={watch}
        />
      )}
      <ServerNotice list={server} unsupported={live ? unsupported : undefined} />
      {offers ? (
        <Button
          size="s"
          icon="eye"
          className="watch-begin"
          data-testid="watch-begin"
          onClick={() => void watchTask(offers.agent, offers.id ?? '')}
        >
          {t('tree.watch.begin')}
        </Button>
      ) : null}
      <WatchList watches={own} />
      {asking ? <ListDialog criteria={criteria} onList={choose} onClose={() => setAsking(false)} /> : null}
    </section>
  );
}
