import { memo } from 'react';
import type { WatchPhase } from '../../../shared/model/watch.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { Glyph, OriginMark } from './label.ts';
import type { TreeNode } from './view-model.ts';

export interface TreeRowProps {
  node: TreeNode;
  index: number;
  label: string;
  glyph: Glyph;
  end: string;
  mark: OriginMark | undefined;
  /** How it stands with asking for the task, when it is watched. */
  watch: WatchPhase | undefined;
  unread: boolean;
  selected: boolean;
  /** The one line that Tab reaches. */
  tabStop: boolean;
  /** Changes with everything of the node that is drawn; nodes themselves are changed in place. */
  stamp: string;
}

const idOf = (node: TreeNode): string | undefined => {
  if (node.turn) return String(node.turn.exchange);
  return node.tool?.id ?? node.artifact?.id ?? (node.task ? node.task.id : node.context?.id);
};

/** Tasks have their own state; a context has that of its newest task. */
const stateOf = (node: TreeNode): string | undefined => {
  if (node.turn) return undefined;
  if (node.tool) return node.tool.state;
  if (node.artifact) return node.artifact.sealed ? 'complete' : 'incomplete';
  return node.task?.state;
};

/** What is folded away below a line, in words; nothing where that is obvious. */
function belowOf(node: TreeNode): string | undefined {
  if (node.expanded !== false) return undefined;
  const tasks = node.kind === 'context' ? (node.context?.tasks.length ?? 0) : 0;
  if (tasks > 1) return t('tree.tasks', { count: tasks });
  const turns = node.kind === 'task' ? (node.task?.turns.length ?? 0) : 0;
  return turns > 1 ? t('tree.turns', { count: turns }) : undefined;
}

export const TreeRow = memo(
  function TreeRow({ node, index, label, glyph, end, mark, watch, unread, selected, tabStop }: TreeRowProps) {
    const below = belowOf(node);
    const watching = watch !== undefined && watch !== 'ended';
    const said = [glyph.word, mark?.word, unread ? t('tree.unread') : '', watching ? t('tree.watched') : ''];
    return (
      <Box
        className={`tn tn-${node.level}`}
        role="treeitem"
        tabIndex={tabStop ? 0 : -1}
        aria-level={node.level}
        aria-setsize={node.setSize}
        aria-posinset={node.position}
        aria-expanded={node.expanded}
        aria-selected={selected}
        title={mark ? `${label}\n${mark.word}` : label}
        data-testid="tree-row"
        data-index={index}
        data-kind={node.kind}
        data-id={idOf(node)}
        data-state={stateOf(node)}
        data-origin={node.origin}
        data-unread={unread || undefined}
        data-watch={watch}
        data-unlisted={node.kind === 'task' && node.task?.unlisted ? true : undefined}
      >
        <span className="tn-twisty" data-twisty={node.expanded === undefined ? undefined : ''}>
          {node.expanded === undefined ? null : (
            <Icon name={node.expanded ? 'chevron-down' : 'chevron-right'} size={12} />
          )}
        </span>
        <Icon
          name={glyph.icon}
          spin={glyph.spin}
          className={`${glyph.tone}${glyph.icon === 'circle-check' || glyph.icon === 'circle-x' ? ' icon-solid' : ''}`}
        />
        <span className="cut tn-label">{label}</span>
        <span className="visually-hidden">{`, ${said.filter(Boolean).join(', ')}, `}</span>
        {unread ? <span className="tn-unread" /> : null}
        {below === undefined ? null : <span className="tn-count">{below}</span>}
        <span className="tn-marks">
          {watching ? <Icon name={watch === 'paused' ? 'pause' : 'eye'} size={12} /> : null}
          {mark ? <Icon name={mark.icon} size={12} /> : null}
        </span>
        <span className="tn-end">{end}</span>
      </Box>
    );
  },
  (old, next) =>
    old.stamp === next.stamp &&
    old.index === next.index &&
    old.label === next.label &&
    old.glyph.icon === next.glyph.icon &&
    old.glyph.spin === next.glyph.spin &&
    old.glyph.word === next.glyph.word &&
    old.end === next.end &&
    old.mark?.word === next.mark?.word &&
    old.watch === next.watch &&
    old.unread === next.unread &&
    old.selected === next.selected &&
    old.tabStop === next.tabStop,
);
