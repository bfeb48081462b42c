import { memo } from 'react';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { Glyph } from './label.ts';
import type { TreeNode } from './view-model.ts';

export interface TreeRowProps {
  node: TreeNode;
  index: number;
  label: string;
  glyph: Glyph;
  end: string;
  unread: boolean;
  selected: boolean;
  /** The one line that Tab reaches. */
  tabStop: boolean;
  /** Changes with everything of the node that is drawn; nodes themselves are changed in place. */
  stamp: string;
}

const idOf = (node: TreeNode): string | undefined =>
  node.tool?.id ?? node.artifact?.id ?? (node.task ? node.task.id : node.context?.id);

/** Tasks have their own state; a context has that of its newest task. */
const stateOf = (node: TreeNode): string | undefined => {
  if (node.tool) return node.tool.state;
  if (node.artifact) return node.artifact.sealed ? 'complete' : 'incomplete';
  return node.task?.state;
};

export const TreeRow = memo(
  function TreeRow({ node, index, label, glyph, end, unread, selected, tabStop }: TreeRowProps) {
    const below = node.kind === 'context' && node.expanded === false ? (node.context?.tasks.length ?? 0) : 0;
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
        title={label}
        data-testid="tree-row"
        data-index={index}
        data-kind={node.kind}
        data-id={idOf(node)}
        data-state={stateOf(node)}
        data-origin={node.origin}
        data-unread={unread || undefined}
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
        <span className="visually-hidden">{`, ${glyph.word}, ${unread ? `${t('tree.unread')}, ` : ''}`}</span>
        {unread ? <span className="tn-unread" /> : null}
        {below > 1 ? <span className="tn-count">{t('tree.tasks', { count: below })}</span> : null}
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
    old.unread === next.unread &&
    old.selected === next.selected &&
    old.tabStop === next.tabStop,
);
