import type { Section } from '../../lenses/lens.ts';
import type { TaskArtifactUpdateEvent } from '../../model/event.ts';
import type { Message } from '../../model/message.ts';
import { textOf } from '../../model/message.ts';
import type { Row } from '../../model/row.ts';
import type { AnyTaskState, Task } from '../../model/task.ts';
import { stateClass } from '../../model/task.ts';
import type { ArtifactView } from './artifact.ts';
import { artifactText, emptyArtifact, takeSnapshot, writeArtifact } from './artifact.ts';
import type {
  AgentTurn,
  ArtifactBlock,
  Block,
  ErrorBlock,
  TextBlock,
  ToolBlock,
  UserTurn,
} from './conversation-model.ts';

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

/** The block that the next one follows. */
export const lastBlock = (turn: AgentTurn): Block | undefined => turn.blocks[turn.blocks.length - 1];

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

type ErrorFacts = Pick<ErrorBlock, 'source' | 'message'> & {
  error?: ErrorBlock['error'];
  state?: ErrorBlock['state'];
  retryable?: boolean | undefined;
  detail?: ErrorBlock['detail'];
};

/** Something went wrong. */
export function addError(turn: AgentTurn, row: Row, { retryable, ...facts }: ErrorFacts): void {
  const block: ErrorBlock = { ...placeOf(row, 'e'), kind: 'error', ...facts };
  if (retryable !== undefined) block.retryable = retryable;
  turn.blocks.push(block);
}

/** The fate of a task. What a lens read of the error belongs to it, unless it says something else. */
export function addTaskError(
  turn: AgentTurn,
  row: Row,
  state: AnyTaskState,
  message: Message | undefined,
  sections: readonly Section[],
): void {
  const told = textOf(message?.parts);
  let facts: ErrorFacts = { source: 'task', message: told, state };
  for (const section of sections) {
    if (section.kind !== 'error') continue;
    const { message: words = '', retryable, detail } = section;
    const other = words !== '' && facts.message !== '' && !facts.message.includes(words);
    if (other) addError(turn, row, { source: 'agent', message: words, retryable, detail });
    else facts = { ...facts, message: facts.message || words, retryable, detail };
  }
  addError(turn, row, facts);
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

/** The tokens of one call of the model. */
export function addUsage(turn: AgentTurn, row: Row, section: Extract<Section, { kind: 'usage' }>): void {
  turn.blocks.push({ ...placeOf(row, 'u'), ...section });
}

/** Artifacts of a conversation by task and artifact id, and the block that shows one in a turn. */
export interface ArtifactShelf {
  views: Map<string, ArtifactView>;
  blocks: Map<string, ArtifactBlock>;
}

/** Artifacts up to this size are held against what was said, bytes. */
const REPEAT_BYTES = 100_000;

/** The last words of a turn. */
export function lastText(turn: AgentTurn): TextBlock | undefined {
  for (let i = turn.blocks.length - 1; i >= 0; i--) {
    const block = turn.blocks[i];
    if (block?.kind === 'text') return block;
  }
  return undefined;
}

/** A write to an artifact; its block stays where the artifact first appeared in this turn. */
export function addArtifact(turn: AgentTurn, shelf: ArtifactShelf, row: Row, update: TaskArtifactUpdateEvent): void {
  const view = artifactOf(shelf, row, update.artifact.artifactId);
  writeArtifact(view, update, row.artifact?.bytes);
  const block = showArtifact(turn, shelf, row, view);
  if (view.sealed && view.bytes <= REPEAT_BYTES && artifactText(view) === lastText(turn)?.text) block.repeats = true;
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

function showArtifact(turn: AgentTurn, shelf: ArtifactShelf, row: Row, view: ArtifactView): ArtifactBlock {
  const key = `${turn.key} ${scoped(row, view.id)}`;
  const shown = shelf.blocks.get(key);
  if (shown !== undefined) {
    shown.lastSeq = row.seq;
    return shown;
  }
  const block: ArtifactBlock = { ...placeOf(row, `f${view.id}-`), kind: 'artifact', artifact: view };
  shelf.blocks.set(key, block);
  turn.blocks.push(block);
  return block;
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

/** What the person said. */
export function userTurn(row: Row, message: Message): UserTurn {
  const parts = message.parts ?? [];
  const turn: UserTurn = {
    kind: 'user',
    key: `u${row.seq}`,
    seq: row.seq,
    at: row.at,
    exchange: row.exchange,
    text: textOf(parts),
    parts: parts.filter((part) => typeof part.text !== 'string'),
    message,
  };
  if (row.task !== undefined) turn.task = row.task;
  return turn;
}

/** States in which the message says why. */
export const isFailure = (state: AnyTaskState | undefined): boolean =>
  state === 'TASK_STATE_FAILED' || state === 'TASK_STATE_REJECTED';
