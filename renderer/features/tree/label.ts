import { ageText, clockOf } from '../../state/age.ts';
import { stateGlyph } from '../../state/glyphs.ts';
import { sessionLog } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import type { IconName } from '../../ui/icons.ts';
import { formatBytes, formatDuration, oneLine, shortId } from '../../ui/text.ts';
import type { TreeNode } from './view-model.ts';

/** Words of a line, as the eye and the typeahead see them. */
export function labelOf(node: TreeNode): string {
  if (node.turn) return oneLine(node.turn.title) || t('tree.turn.untitled');
  if (node.tool) return oneLine(node.tool.name || node.tool.id);
  if (node.artifact) return oneLine(node.artifact.name ?? shortId(node.artifact.id));
  if (node.task) {
    if (node.task.title) return oneLine(node.task.title);
    return node.task.id ? t('tree.untitled.task', { id: shortId(node.task.id) }) : t('tree.unnamed');
  }
  if (node.context?.title) return oneLine(node.context.title);
  return node.context?.id ? t('tree.untitled', { id: shortId(node.context.id) }) : t('tree.unnamed');
}

export interface Glyph {
  icon: IconName;
  tone: string;
  spin: boolean;
  /** The word beside the drawing, for tooltips and screen readers. */
  word: string;
}

export function glyphOf(node: TreeNode): Glyph {
  if (node.turn) return { icon: 'user', tone: 't2', spin: false, word: t('tree.turn') };
  if (node.tool) {
    const word = node.tool.state === 'failed' ? t('tree.failed') : t('lane.tool');
    return { icon: 'terminal', tone: node.tool.state === 'failed' ? 'lane-error' : 'lane-tool', spin: false, word };
  }
  if (node.artifact) return { icon: 'file', tone: 'lane-artifact', spin: false, word: t('lane.artifact') };
  if (node.task) {
    const { state, live, error, waiting, question } = node.task;
    if (state !== undefined) {
      const glyph = stateGlyph(state);
      return waiting && !question && state === 'TASK_STATE_INPUT_REQUIRED'
        ? { ...glyph, word: t('tree.question') }
        : { ...glyph, spin: glyph.spin && live };
    }
    if (error !== undefined) return { icon: 'triangle', tone: 'lane-error', spin: false, word: t('lane.error') };
    if (live) return { ...stateGlyph('TASK_STATE_WORKING'), word: t('tree.live') };
    return { icon: 'circle-dot', tone: 'lane-status', spin: false, word: t('lane.status') };
  }
  return node.kind === 'more'
    ? { icon: 'globe', tone: 't2', spin: false, word: t('tree.origin.server') }
    : { icon: 'layers', tone: 't2', spin: false, word: t('tree.title') };
}

/** The end of a line: `live`, `waiting`, `cut`, or how long ago; of leaves their time or size. */
export function endOf(node: TreeNode): string {
  const { started } = sessionLog();
  if (node.turn) return ageText(started + node.turn.at);
  if (node.tool) {
    if (node.tool.state === 'running') return node.task?.live ? t('tree.running') : '';
    return node.tool.duration === undefined ? '' : formatDuration(node.tool.duration);
  }
  if (node.artifact) return node.artifact.bytes > 0 ? formatBytes(node.artifact.bytes) : '';
  if (node.task) {
    const { live, waiting, cut, last, timestamp } = node.task;
    if (waiting) return t('tree.waiting');
    if (live) return t('tree.live');
    if (cut) return t('tree.cut');
    return last === undefined ? (timestamp ? ageText(Date.parse(timestamp)) : '') : ageText(started + last);
  }
  const context = node.context;
  if (!context) return '';
  const running = context.tasks.find((task) => task.live && !task.waiting);
  if (running?.first !== undefined) return clockOf(Date.now() - started - running.first);
  if (context.last !== undefined) return ageText(started + context.last);
  const latest = context.tasks[0]?.timestamp;
  return latest ? ageText(Date.parse(latest)) : '';
}

export interface OriginMark {
  icon: IconName;
  word: string;
}

/**
 * Where a context or task is known from, as far as a list of the server tells. `whole`: the server's list was read to its
 * end without a filter, so what is not in it is known only here.
 */
export function originMark(node: TreeNode, whole: boolean): OriginMark | undefined {
  if (node.kind !== 'context' && node.kind !== 'task') return undefined;
  if (node.kind === 'task' && node.task?.unlisted) return { icon: 'minus', word: t('tree.origin.unlisted') };
  if (node.origin === 'server') return { icon: 'globe', word: t('tree.origin.server') };
  // An answer without a task is in no list of tasks.
  const tasks = node.task ? [node.task] : (node.context?.tasks ?? []);
  const listable = tasks.some(({ id }) => id !== undefined);
  return node.origin === 'local' && whole && listable ? { icon: 'monitor', word: t('tree.origin.local') } : undefined;
}
