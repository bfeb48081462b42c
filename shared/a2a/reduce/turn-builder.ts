import type { Section } from '../../lenses/lens.ts';
import type { TaskArtifactUpdateEvent } from '../../model/event.ts';
import type { Message } from '../../model/message.ts';
import { textOf } from '../../model/message.ts';
import type { Row } from '../../model/row.ts';
import type { AnyTaskState, Task } from '../../model/task.ts';
import { stateClass } from '../../model/task.ts';
import type { ArtifactView } from './artifact.ts';
import { emptyArtifact, takeSnapshot, writeArtifact } from './artifact.ts';
import type { AgentTurn, ArtifactBlock, Block, QuestionBlock, TextBlock, ToolBlock } from './conversation-model.ts';

type ToolSection = Extract<Section, { kind: 'tool' }>;

export const newAgentTurn = (row: Row): AgentTurn => {
  const turn: AgentTurn = {
    kind: 'agent',
    key: `a${row.exchange}-${row.seq}`,
    seq: row.seq,
    at: row.at,
    exchange: row.exchange,
    blocks: [],
    live: true,
    cut: false,
  };
  if (row.task !== undefined) turn.task = row.task;
  return turn;
};

export const placeOf = (row: Row, kind: string) => ({
  key: `${kind}${row.seq}`,
  seq: row.seq,
  lastSeq: row.seq,
  at: row.at,
});

const lastBlock = (turn: AgentTurn): Block | undefined => turn.blocks[turn.blocks.length - 1];

/** Consecutive thinking is one block. */
export function addThinking(turn: AgentTurn, row: Row, section: Extract<Section, { kind: 'thinking' }>): void {
  const last = lastBlock(turn);
  if (last?.kind === 'thinking') {
    last.text += section.text;
    last.duration = row.at - last.at;
    last.lastSeq = row.seq;
    last.frames++;
    if (section.cut) last.cut = true;
    return;
  }
  const cut = section.cut === true;
  turn.blocks.push({ ...placeOf(row, 'h'), kind: 'thinking', text: section.text, duration: 0, frames: 1, cut });
}

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
  let last: Block | undefined;
  for (let i = turn.blocks.length - 1; i >= 0 && last === undefined; i--) {
    if (turn.blocks[i]?.kind === 'text') last = turn.blocks[i];
  }
  if (last?.kind === 'text' && last.text === textOf(message.parts)) last.final = true;
  else addText(turn, row, message, true);
}

/** Adds to the card of a tool call, or makes it. `cards` holds the cards of the whole conversation by id. */
export function addTool(turn: AgentTurn, cards: Map<string, ToolBlock>, row: Row, section: ToolSection): void {
  const key = scoped(row, section.id);
  let card = cards.get(key);
  if (card === undefined) {
    card = {
      ...placeOf(row, 't'),
      kind: 'tool',
      id: section.id,
      name: section.name ?? '',
      inputText: '',
      inputLength: 0,
      status: 'running',
      cut: false,
    };
    cards.set(key, card);
    turn.blocks.push(card);
  }
  card.lastSeq = row.seq;
  if (card.name === '' && section.name !== undefined) card.name = section.name;
  if (section.cut) card.cut = true;
  switch (section.phase) {
    case 'started':
      break;
    case 'input-delta':
      card.inputText += section.delta ?? '';
      card.inputLength += section.deltaLength ?? section.delta?.length ?? 0;
      break;
    case 'input':
      if (section.input !== undefined) card.input = section.input;
      break;
    case 'progress':
      if (section.result !== undefined) card.progress = section.result;
      break;
    default:
      if (section.input !== undefined) card.input = section.input;
      if (section.result !== undefined) card.result = section.result;
      card.status = section.phase;
      card.duration = row.duration ?? row.at - card.at;
  }
}

/** A card that still runs when a question about it opens waits for the person. */
export function markWaiting(cards: Map<string, ToolBlock>, task: string | undefined, question: QuestionBlock): void {
  const card = question.toolId === undefined ? undefined : cards.get(`${task ?? ''}|${question.toolId}`);
  if (card?.status === 'running') card.status = 'waiting';
}

export function addUsage(turn: AgentTurn, row: Row, section: Extract<Section, { kind: 'usage' }>): void {
  turn.blocks.push({ ...placeOf(row, 'u'), ...section });
}

/** Artifacts of a conversation by task and artifact id, and the block that shows one in a turn. */
export interface ArtifactShelf {
  views: Map<string, ArtifactView>;
  blocks: Map<string, ArtifactBlock>;
}

/** A write to an artifact; its block stays where the artifact first appeared in this turn. */
export function addArtifact(turn: AgentTurn, shelf: ArtifactShelf, row: Row, update: TaskArtifactUpdateEvent): void {
  const view = artifactOf(shelf, row, update.artifact.artifactId);
  writeArtifact(view, update);
  showArtifact(turn, shelf, row, view);
}

/** The artifacts of a snapshot; those on show already keep their place. */
export function addArtifacts(turn: AgentTurn, shelf: ArtifactShelf, row: Row, task: Task): void {
  if (!Array.isArray(task.artifacts)) return;
  const ends = stateClass(task.status?.state) === 'terminal';
  for (const artifact of task.artifacts) {
    const known = shelf.views.has(scoped(row, artifact.artifactId));
    const view = artifactOf(shelf, row, artifact.artifactId);
    takeSnapshot(view, artifact, ends);
    if (!known) showArtifact(turn, shelf, row, view);
  }
}

/** Ids of tools and artifacts are unique within a task at best. */
export const scoped = (row: Row, id: string): string => `${row.task ?? row.exchange}|${id}`;

function artifactOf(shelf: ArtifactShelf, row: Row, id: string): ArtifactView {
  const key = scoped(row, id);
  let view = shelf.views.get(key);
  if (view === undefined) {
    view = emptyArtifact(id);
    shelf.views.set(key, view);
  }
  return view;
}

function showArtifact(turn: AgentTurn, shelf: ArtifactShelf, row: Row, view: ArtifactView): void {
  const key = `${turn.key} ${scoped(row, view.id)}`;
  const shown = shelf.blocks.get(key);
  if (shown !== undefined) {
    shown.lastSeq = row.seq;
    return;
  }
  const block: ArtifactBlock = { ...placeOf(row, `f${view.id}-`), kind: 'artifact', artifact: view };
  shelf.blocks.set(key, block);
  turn.blocks.push(block);
}

/** One line per change of state; the same state again adds nothing. */
export function addState(turn: AgentTurn, row: Row, state: AnyTaskState): void {
  const last = lastBlock(turn);
  if (last?.kind === 'state') {
    last.state = state;
    last.lastSeq = row.seq;
    return;
  }
  turn.blocks.push({ ...placeOf(row, 's'), kind: 'state', state });
}
