import type { AgentTurn, Block, QuestionBlock, Turn } from '../../../shared/a2a/reduce/conversation.ts';
import { sumUsage } from '../../../shared/lenses/usage.ts';
import { stateClass } from '../../../shared/model/task.ts';

/** What the person wants to see of the agent's steps. */
export interface Shown {
  tools: boolean;
  thinking: boolean;
}

/** Blocks are changed in place: two equal stamps of one block mean that it looks the same. */
export function stampOf(block: Block): string {
  const base = `${block.lastSeq}`;
  switch (block.kind) {
    case 'thinking':
      return `${base}.${block.text.length}.${block.duration}`;
    case 'text':
      return `${base}.${block.text.length}.${block.parts.length}.${block.final}`;
    case 'tool':
      return `${base}.${block.status}.${block.inputLength}.${block.duration ?? ''}`;
    case 'artifact':
      return `${base}.${block.artifact.revision}.${block.repeats ?? ''}`;
    case 'question':
      return `${base}.${block.state}.${block.decision ?? ''}.${block.refusal?.at ?? ''}.${block.call?.lastSeq ?? ''}`;
    case 'state':
      return `${base}.${block.state}`;
    default:
      return base;
  }
}

/** What changes of a turn outside of its blocks. */
export const turnStamp = (turn: Turn): string =>
  turn.kind === 'user'
    ? `${turn.seq}.${turn.decision?.choice ?? ''}`
    : `${turn.seq}.${turn.live}.${turn.cut}.${turn.state ?? ''}.${turn.task ?? ''}`;

/** Whether a toggle leaves the block on screen. A tool that waits for the person is always shown. */
export function isShown(block: Block, shown: Shown): boolean {
  if (block.kind === 'thinking') return shown.thinking;
  return block.kind !== 'tool' || shown.tools || block.status === 'waiting';
}

/**
 * The blocks to draw between two places: without what the toggles hide, and without what another card says already.
 */
export function blocksOf(turn: AgentTurn, shown: Shown, from = 0, to = turn.blocks.length): Block[] {
  const asked = turn.blocks.some((block) => block.kind === 'question');
  return turn.blocks.slice(from, to).filter((block) => {
    if (!isShown(block, shown)) return false;
    if (block.kind === 'state') return !(asked && stateClass(block.state) === 'interrupted');
    // The card about the cut says what the transport said.
    return !(turn.cut && block.kind === 'error' && block.source === 'transport');
  });
}

/**
 * Why nothing more of a task that goes on will come in this turn: its stream broke, or nobody listens to it (any more):
 * the person stopped, or asked for an answer at once.
 */
export function unheard(turn: AgentTurn): 'cut' | 'left' | undefined {
  if (turn.cut) return 'cut';
  return !turn.live && turn.state !== undefined && stateClass(turn.state) === 'active' ? 'left' : undefined;
}

/** What the transport said of a cut stream. */
export function cutReason(turn: AgentTurn): string | undefined {
  for (let i = turn.blocks.length - 1; i >= 0; i--) {
    const block = turn.blocks[i];
    if (block?.kind === 'error' && block.source === 'transport') return block.message;
  }
  return undefined;
}

/** Key of the card that stands for a row: the one with the fewest rows among those that hold it. */
export function cardOfSeq(turns: readonly Turn[], seq: number | undefined): string | undefined {
  if (seq === undefined) return undefined;
  let best: string | undefined;
  let span = Number.POSITIVE_INFINITY;
  for (const turn of turns) {
    if (turn.kind === 'user') {
      if (turn.seq === seq) return turn.key;
      continue;
    }
    for (const block of turn.blocks) {
      const rows = block.lastSeq - block.seq;
      if (block.seq > seq || block.lastSeq < seq || rows >= span) continue;
      best = block.key;
      span = rows;
    }
  }
  return best;
}

/** Last turn of each task; only there a cut is still news. */
export function lastTurns(turns: readonly Turn[]): Set<Turn> {
  const last = new Map<string, Turn>();
  for (const turn of turns) if (turn.kind === 'agent') last.set(turn.task ?? turn.key, turn);
  return new Set(last.values());
}

/**
 * The state beside the agent's name: while it can still change, or while the person is asked. Later the line at the end
 * of the turn, or the card with the question, says the same.
 */
export function headState(turn: AgentTurn): AgentTurn['state'] {
  if (turn.live) return turn.state;
  if (turn.blocks.some((block) => block.kind === 'question' && block.state === 'open')) return turn.state;
  return turn.blocks.some((block) => block.kind === 'state') ? undefined : turn.state;
}

/** `0:08`, `12:31`: how long somebody has been waited for. */
export function waitText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export type ArtifactState = 'complete' | 'incomplete' | 'written-after-close';

/** Whether everything of an artifact is there, as far as its agent said so (1.0 §4.2.2). */
export const artifactState = (artifact: { sealed: boolean; lateWrites: number }): ArtifactState =>
  artifact.lateWrites > 0 ? 'written-after-close' : artifact.sealed ? 'complete' : 'incomplete';

/** Title of a question card; a question without words is simply the person's turn. */
export function questionTitle(block: QuestionBlock): 'auth' | 'permission' | 'input' | 'yourTurn' {
  if (block.asks !== 'input') return block.asks;
  return block.text.trim() === '' ? 'yourTurn' : 'input';
}

/** The words of the choice that was taken, or its id when it was none of those offered. */
export const choiceLabel = ({ choices, decision = '' }: QuestionBlock): string =>
  choices?.find((choice) => choice.id === decision)?.label ?? decision;

/** Tokens of all calls of a turn; undefined while one line says it already. */
export function turnUsage(
  turn: AgentTurn,
): { calls: number; usage: NonNullable<ReturnType<typeof sumUsage>> } | undefined {
  const calls = turn.blocks.filter((block) => block.kind === 'usage');
  const usage = calls.length > 1 ? sumUsage(calls) : undefined;
  return usage && { calls: calls.length, usage };
}

/** Seconds with one decimal, for clocks that run: `0.4 s`, `72.0 s`. */
export const tenths = (ms: number): string => `${(Math.max(0, ms) / 1_000).toFixed(1)} s`;
