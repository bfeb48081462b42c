import type { Section } from '../../lenses/lens.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Message } from '../../model/message.ts';
import type { Row } from '../../model/row.ts';
import type { AnyTaskState, Task, TaskStatus } from '../../model/task.ts';
import { isStale, stateClass } from '../../model/task.ts';
import type {
  AgentTurn,
  Conversation,
  ConversationItem,
  QuestionBlock,
  ToolBlock,
  Turn,
} from './conversation-model.ts';
import { Questions } from './conversation-questions.ts';
import { ShownMessages } from './conversation-shown.ts';
import type { Reading } from './reading.ts';
import type { ArtifactShelf } from './turn-builder.ts';
import {
  addArtifact,
  addArtifacts,
  addError,
  addState,
  addTaskError,
  isFailure,
  newAgentTurn,
  userTurn,
} from './turn-builder.ts';
import type { Joints } from './turn-sections.ts';
import { addSections } from './turn-sections.ts';
import { addFinalText, addLastText, addText, completeText, unread } from './turn-text.ts';

export type * from './conversation-model.ts';

/** Starts an empty conversation. Items of one context or one task, in order of seq; the blocks are changed in place. */
export function createConversation(): Conversation {
  return new ConversationBuilder();
}

/** The turns of a finished list of items. */
export function conversationOf(items: Iterable<ConversationItem>): readonly Turn[] {
  const conversation = createConversation();
  for (const item of items) conversation.push(item);
  return conversation.turns;
}

const ASIDE: ReadonlySet<string> = new Set(['SubscribeToTask', 'FetchFile']);

class ConversationBuilder implements Conversation, Joints {
  version = 0;
  readonly turns: Turn[] = [];
  /** Open agent turn of each exchange. */
  private readonly open = new Map<number, AgentTurn>();
  readonly cards = new Map<string, ToolBlock>();
  private readonly artifacts: ArtifactShelf = { views: new Map(), blocks: new Map() };
  readonly questions = new Questions(this.cards);
  private readonly shown = new ShownMessages();
  /** Exchanges whose answer is part of the conversation, with the question their message names, and the streams. */
  private readonly mine = new Map<number, string | undefined>();
  private readonly streams = new Set<number>();
  /** Exchanges that only listen, or get a file: their failures are told elsewhere. */
  private readonly aside = new Set<number>();
  /** The stream that tells about a task. */
  private readonly tellers = new Map<string, number>();
  private readonly states = new Map<string, AnyTaskState>();
  /** Where a task came to rest since it last worked; there is one line about it. */
  private readonly rests = new Map<string, AnyTaskState>();

  push(item: ConversationItem): void {
    const { row, reading, sections } = item;
    if (row.kind === 'response' && row.stream === true) this.streams.add(row.exchange);
    if (row.kind === 'request' && ASIDE.has(row.name ?? '')) this.aside.add(row.exchange);
    if (row.kind === 'note' || row.kind === 'delivery' || reading === undefined) return;
    this.version++;
    switch (reading.type) {
      case 'sent':
        this.sent(row, reading, sections);
        return;
      case 'event':
        if (this.tells(row)) this.event(row, reading.event, sections, reading.whole === true);
        return;
      case 'task':
        this.fetched(row, reading.task, sections);
        return;
      case 'error':
        if (!this.mine.has(row.exchange)) return;
        this.questions.refuse(row, this.mine.get(row.exchange), reading.error);
        addError(this.turnOf(row), row, { source: 'answer', message: reading.error.message, error: reading.error });
        return;
      case 'unreadable':
        // Inside a stream it is one odd frame among others; as the whole answer it is all there is.
        if (!this.mine.has(row.exchange) || this.streams.has(row.exchange)) return;
        addError(this.turnOf(row), row, { source: 'answer', message: reading.message });
        return;
      case 'ended':
        this.ended(row, reading);
    }
  }

  /** Two streams on one task carry the same events; the first tells them until it ends. */
  private tells(row: Row): boolean {
    if (row.task === undefined || !this.streams.has(row.exchange)) return true;
    const teller = this.tellers.get(row.task);
    if (teller !== undefined && teller !== row.exchange && this.open.has(teller)) return false;
    this.tellers.set(row.task, row.exchange);
    return true;
  }

  private sent(row: Row, reading: Extract<Reading, { type: 'sent' }>, sections: readonly Section[]): void {
    const { message } = reading;
    if (message === undefined) return;
    this.shown.add(message);
    const turn = userTurn(row, message);
    const answer = sections[0];
    if (answer?.kind === 'permission' && answer.decision !== undefined) {
      turn.decision = { choice: answer.decision };
      if (answer.id !== undefined) turn.decision.question = answer.id;
      const label = this.questions.labelOf(answer.id, answer.decision);
      if (label !== undefined) turn.decision.label = label;
    }
    this.mine.set(row.exchange, turn.decision?.question);
    if (row.task !== undefined) this.rests.delete(row.task);
    this.questions.answer(row, 'you', turn.decision?.choice, turn.decision?.question, message);
    this.turns.push(turn);
  }

  private turnOf(row: Row): AgentTurn {
    let turn = this.open.get(row.exchange);
    if (turn === undefined) {
      turn = newAgentTurn(row);
      this.open.set(row.exchange, turn);
      this.turns.push(turn);
    }
    if (row.task !== undefined) turn.task = row.task;
    return turn;
  }

  private event(row: Row, event: StreamResponse, sections: readonly Section[], answer: boolean): void {
    const turn = this.turnOf(row);
    if (!this.mine.has(row.exchange)) this.mine.set(row.exchange, undefined);
    if (event.task !== undefined) this.snapshot(turn, row, event.task, sections, answer);
    if (event.statusUpdate !== undefined) this.status(turn, row, event.statusUpdate.status, sections);
    if (event.artifactUpdate !== undefined) {
      addSections(turn, this, row, sections);
      addArtifact(turn, this.artifacts, row, event.artifactUpdate);
    }
    if (event.message !== undefined) {
      addSections(turn, this, row, sections);
      this.shown.add(event.message);
      addText(turn, row, unread(event.message, sections, undefined) ?? event.message, true);
    }
  }

  private status(turn: AgentTurn, row: Row, status: TaskStatus, sections: readonly Section[]): void {
    const message = status.message;
    const final = sections.some((section) => section.kind === 'text-final');
    if (message !== undefined) this.shown.addDelta(message);
    if (message !== undefined && final) addFinalText(turn, row, message);
    const question = addSections(turn, this, row, sections, status.state);
    const words = final ? undefined : unread(message, sections, question);
    this.rest(turn, row, status, words, question, sections);
  }

  /** The state, and what a message means in it. */
  private rest(
    turn: AgentTurn,
    row: Row,
    status: TaskStatus,
    message: Message | undefined,
    question: QuestionBlock | undefined,
    sections: readonly Section[],
  ): void {
    const kind = stateClass(status.state);
    const changed = turn.state !== status.state;
    turn.state = status.state;
    if (row.task !== undefined) this.states.set(row.task, status.state);
    if (kind === 'active') {
      this.rests.delete(row.task ?? '');
      if (changed) this.questions.goOn(row);
    }
    if (kind === 'interrupted' && question === undefined && message !== undefined) {
      this.questions.askInWords(turn, row, message, status.state === 'TASK_STATE_AUTH_REQUIRED');
    } else if (isFailure(status.state)) {
      if (changed || message !== undefined) addTaskError(turn, row, status.state, message, sections);
    } else if (message !== undefined) {
      if (kind === 'terminal') addLastText(turn, row, message);
      else addText(turn, row, message, false);
    }
    if (!changed) return;
    if (kind !== 'active' && !this.isToldRest(row.task, status.state)) addState(turn, row, status.state);
    if (kind !== 'terminal') return;
    this.questions.expire(row.task);
    this.dropCards(row.task, true);
  }

  private isToldRest(task: string | undefined, state: AnyTaskState): boolean {
    if (task === undefined) return false;
    const told = this.rests.get(task) === state;
    this.rests.set(task, state);
    return told;
  }

  /** Calls that have no result by now will have none. */
  private dropCards(task: string | undefined, waiting: boolean): void {
    for (const [key, card] of this.cards) {
      if (!key.startsWith(`${task ?? ''}|`)) continue;
      if (card.status === 'running' || (waiting && card.status === 'waiting')) card.status = 'no-result';
    }
  }

  /** An answer to a question about a task. While a stream tells of the task, only the end of it is news. */
  private fetched(row: Row, task: Task, sections: readonly Section[]): void {
    if (isStale(this.states.get(task.id), task.status?.state)) return;
    const teller = this.open.get(this.tellers.get(task.id) ?? 0);
    if (teller !== undefined) {
      const ends = stateClass(task.status?.state) === 'terminal';
      if (ends && teller.state !== task.status?.state) this.snapshot(teller, row, task, sections, false);
    } else if (this.isNews(row, task, sections)) this.event(row, { task }, sections, false);
  }

  /** A snapshot repeats what is known; only its news become blocks. `answer`: it is the answer to a message. */
  private snapshot(turn: AgentTurn, row: Row, task: Task, sections: readonly Section[], answer: boolean): void {
    const { status } = task;
    const heard = this.states.has(task.id);
    this.addHistory(turn, row, task.history ?? []);
    addArtifacts(turn, this.artifacts, row, task);
    if (status === undefined) return;
    const message = status.message;
    const news = message !== undefined && !this.shown.has(message);
    if (message !== undefined) this.shown.add(message);
    if (this.isOld(row, sections)) {
      // What was answered is being worked on, and this answer will not tell how it comes out.
      turn.state = 'TASK_STATE_WORKING';
      return;
    }
    // The metadata of a task is that of its last event, and it keeps the last question after it was answered.
    const asks = stateClass(status.state) === 'interrupted';
    const current = sections.filter(({ kind }) =>
      kind === 'permission' ? asks : answer || !heard || kind === 'error',
    );
    const question = addSections(turn, this, row, current, status.state);
    if (answer || news || stateClass(status.state) !== 'active') {
      this.rest(turn, row, status, news ? message : undefined, question, current);
    } else turn.state = status.state;
  }

  private addHistory(turn: AgentTurn, row: Row, history: readonly Message[]): void {
    for (const { message, whole, repeats } of this.shown.unseen(history)) {
      if (message.role === 'ROLE_USER') this.insertUser(turn, row, message);
      else if (repeats === undefined) addText(turn, row, message, whole);
      else if (!completeText(this.turns, turn.task, message) && repeats === 'partly') addText(turn, row, message, true);
    }
    this.shown.addAll(history);
  }

  /** The agent has not noticed yet that its question was answered. */
  private isOld(row: Row, sections: readonly Section[]): boolean {
    return sections.some(
      (section) => section.kind === 'permission' && section.pending && this.questions.isOver(row.task, section),
    );
  }

  /** A user's message that was not sent from here stands before the answer it belongs to. */
  private insertUser(turn: AgentTurn, row: Row, message: Message): void {
    const user = userTurn(row, message);
    user.key = `u${row.seq}-${message.messageId}`;
    const place = this.turns.indexOf(turn);
    this.turns.splice(turn.blocks.length === 0 ? place : place + 1, 0, user);
  }

  /** Whether a fetched task tells more than is on show. */
  private isNews(row: Row, task: Task, sections: readonly Section[]): boolean {
    if (this.shown.unseen(task.history ?? []).some(({ repeats }) => repeats !== 'seen')) return true;
    if (this.isOld(row, sections)) return false;
    const message = task.status?.message;
    if (message !== undefined && !this.shown.has(message)) return true;
    return this.states.get(task.id) !== task.status?.state;
  }

  private ended(row: Row, reading: Extract<Reading, { type: 'ended' }>): void {
    const turn = this.open.get(row.exchange);
    this.open.delete(row.exchange);
    const { cause, error } = reading;
    const settled = turn !== undefined && (turn.state === undefined || stateClass(turn.state) !== 'active');
    if (turn !== undefined) {
      turn.live = false;
      turn.cut = this.streams.has(row.exchange) && !settled && cause !== 'aborted';
    }
    // An attempt to listen that came to nothing is told where the stream was cut.
    if (turn === undefined && (row.lane !== 'error' || this.aside.has(row.exchange))) return;
    if (row.lane === 'error') {
      const late = turn ?? this.turnOf(row);
      this.open.delete(row.exchange);
      late.live = false;
      addError(late, row, { source: 'transport', message: error?.message ?? cause });
    }
    // A question keeps its tool waiting over the end of the stream; anything else has ended without a result.
    const rests = stateClass(turn?.state) === 'interrupted' && this.streams.has(row.exchange);
    if (rests) this.dropCards(row.task, false);
  }
}
