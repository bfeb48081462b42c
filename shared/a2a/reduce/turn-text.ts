import type { Section } from '../../lenses/lens.ts';
import type { Message } from '../../model/message.ts';
import { textOf } from '../../model/message.ts';
import type { Row } from '../../model/row.ts';
import type { AgentTurn, QuestionBlock, TextBlock, Turn } from './conversation-model.ts';
import { lastBlock, lastText, placeOf } from './turn-builder.ts';

/** Deltas of one message are one text; without an id the neighbours belong together. */
export function addText(turn: AgentTurn, row: Row, message: Message, whole: boolean): void {
  const text = textOf(message.parts);
  const others = (message.parts ?? []).filter((part) => typeof part.text !== 'string');
  if (text === '' && others.length === 0) return;
  const last = lastBlock(turn);
  const id = message.messageId || undefined;
  if (!whole && last?.kind === 'text' && !last.final && last.messageId === id) {
    last.text += text;
    for (const part of others) last.parts.push(part);
    last.lastSeq = row.seq;
    last.frames++;
    return;
  }
  const block: TextBlock = { ...placeOf(row, 'x'), kind: 'text', text, parts: others, frames: 1, final: whole };
  if (id !== undefined) block.messageId = id;
  turn.blocks.push(block);
}

/**
 * The agent repeats a text it has streamed: the streamed block is marked final, completed when frames were missed, and
 * only an unknown text is added.
 */
export function addFinalText(turn: AgentTurn, row: Row, message: Message): void {
  const text = textOf(message.parts);
  for (let i = turn.blocks.length - 1; i >= 0; i--) {
    const block = turn.blocks[i];
    if (block?.kind !== 'text') continue;
    const missed = text.startsWith(block.text) || text.endsWith(block.text);
    if (!missed && !block.text.endsWith(text)) break;
    if (text.length > block.text.length) block.text = text;
    block.final = true;
    block.lastSeq = row.seq;
    return;
  }
  addText(turn, row, message, true);
}

/** The message of an end state: the text that was just streamed is not shown twice. */
export function addLastText(turn: AgentTurn, row: Row, message: Message): void {
  const last = lastText(turn);
  if (last?.text === textOf(message.parts)) last.final = true;
  else addText(turn, row, message, true);
}

/**
 * A message repeats the last text of its task, or has the end that the text lacks. False when the last text is another
 * one.
 */
export function completeText(turns: readonly Turn[], task: string | undefined, message: Message): boolean {
  const text = textOf(message.parts);
  for (let i = turns.length - 1; i >= 0; i--) {
    const turn = turns[i];
    if (turn?.kind !== 'agent' || turn.task !== task) continue;
    const last = lastText(turn);
    if (last === undefined) continue;
    if (!last.final && text.startsWith(last.text)) last.text = text;
    else if (!last.text.endsWith(text)) return false;
    last.final = true;
    return true;
  }
  return false;
}

/**
 * The message without the parts that a lens has read, so that thinking and tools do not stand there as text again. A
 * question keeps all its parts unless a lens has read the question itself.
 */
export function unread(
  message: Message | undefined,
  sections: readonly Section[],
  question: QuestionBlock | undefined,
): Message | undefined {
  const read = new Set<number>();
  for (const section of sections) if ('part' in section && section.part !== undefined) read.add(section.part);
  if (message === undefined || read.size === 0) return message;
  const parts = message.parts.filter((_, index) => !read.has(index));
  return parts.length === 0 && question === undefined ? undefined : { ...message, parts };
}
