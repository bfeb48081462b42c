import type { Section } from '../../lenses/lens.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Message } from '../../model/message.ts';
import { textOf } from '../../model/message.ts';
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
  UserTurn,
} from './conversation-model.ts';
import { messageQuestion, permissionQuestion } from './question.ts';
import type { Reading } from './reading.ts';
import type { ArtifactShelf } from './turn-builder.ts';
import {
  addArtifact,
  addArtifacts,
  addFinalText,
  addLastText,
  addState,
  addText,
  addThinking,
  addTool,
  addUsage,
  markWaiting,
  newAgentTurn,
  placeOf,
} from './turn-builder.ts';

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

interface AskedQuestion {
  task: string | undefined;
  block: QuestionBlock;
  /** Exchange that answered it. */
  answeredIn?: number;
}

class ConversationBuilder implements Conversation {
  version = 0;
  readonly turns: Turn[] = [];
  /** Open agent turn of each exchange. */
  private readonly open = new Map<number, AgentTurn>();
  private readonly cards = new Map<string, ToolBlock>();
  private readonly artifacts: ArtifactShelf = { views: new Map(), blocks: new Map() };
  private readonly questions: AskedQuestion[] = [];
  /** Ids of messages that are on show, so that snapshots do not repeat them. */
  private readonly shown = new Set<string>();
  /** Exchanges whose answer is part of the conversation, and those answered by a stream. */
  private readonly mine = new Set<number>();
  private readonly streams = new Set<number>();
  /** Exchanges that only listen. */
  private readonly subscriptions = new Set<number>();
  /** The stream that tells about a task. */
  private readonly tellers = new Map<string, number>();
  private readonly states = new Map<string, AnyTaskState>();

  push(item: ConversationItem): void {
    const { row, reading, sections } = item;
    if (row.kind === 'response' && row.stream === true) this.streams.add(row.exchange);
    if (row.kind === 'request' && row.name === 'SubscribeToTask') this.subscriptions.add(row.exchange);
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
        if (this.isNews(reading.task)) this.event(row, { task: reading.task }, sections, true);
        return;
      case 'error':
        if (!this.mine.has(row.exchange)) return;
        this.reopenQuestions(row.exchange);
        this.turnOf(row).blocks.push({
          ...placeOf(row, 'e'),
          kind: 'error',
          source: 'answer',
          message: reading.error.message,
          error: reading.error,
        });
        return;
      case 'unreadable':
        // Inside a stream it is one odd frame among others; as the whole answer it is all there is.
        if (!this.mine.has(row.exchange) || this.streams.has(row.exchange)) return;
        this.turnOf(row).blocks.push({
          ...placeOf(row, 'e'),
          kind: 'error',
          source: 'answer',
          message: reading.message,
        });
        return;
      case 'ended':
        this.ended(row, reading);
        return;
      default:
        return;
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
    this.mine.add(row.exchange);
    if (message.messageId) this.shown.add(message.messageId);
    const turn: UserTurn = userTurn(row, message);
    const answer = sections[0];
    if (answer?.kind === 'permission' && answer.decision !== undefined) {
      turn.decision = { choice: answer.decision };
      if (answer.id !== undefined) turn.decision.question = answer.id;
    }
    this.answerQuestions(row, turn.decision?.choice, turn.decision?.question);
    this.turns.push(turn);
  }

  /** A message to the task answers what was asked; a choice answers the question it names. */
  private answerQuestions(row: Row, choice: string | undefined, id: string | undefined): void {
    for (const question of this.questions) {
      const { block } = question;
      if (block.state !== 'open' || question.task !== row.task) continue;
      if (id !== undefined && block.id !== undefined && block.id !== id) continue;
      if (block.asks === 'permission' && choice === undefined) continue;
      block.state = 'answered';
      if (choice) block.decision = choice;
      question.answeredIn = row.exchange;
      const card = this.cardOf(question);
      if (card?.status === 'waiting') card.status = 'running';
    }
  }

  /** The agent refused the answer, so the question stands again. */
  private reopenQuestions(exchange: number): void {
    for (const question of this.questions) {
      const { block } = question;
      if (question.answeredIn !== exchange || block.state !== 'answered') continue;
      block.state = 'open';
      block.decision = undefined;
      question.answeredIn = undefined;
      markWaiting(this.cards, question.task, block);
    }
  }

  private cardOf({ task, block }: AskedQuestion): ToolBlock | undefined {
    return block.toolId === undefined ? undefined : this.cards.get(`${task ?? ''}|${block.toolId}`);
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

  private event(row: Row, event: StreamResponse, sections: readonly Section[], whole: boolean): void {
    const turn = this.turnOf(row);
    this.mine.add(row.exchange);
    if (event.task !== undefined) this.snapshot(turn, row, event.task, sections, whole);
    if (event.statusUpdate !== undefined) this.status(turn, row, event.statusUpdate.status, sections);
    if (event.artifactUpdate !== undefined) {
      this.sections(turn, row, sections);
      addArtifact(turn, this.artifacts, row, event.artifactUpdate);
    }
    if (event.message !== undefined) {
      this.sections(turn, row, sections);
      if (event.message.messageId) this.shown.add(event.message.messageId);
      addText(turn, row, event.message, true);
    }
  }

  /** Sections that make blocks of their own. Returns the question among them. */
  private sections(turn: AgentTurn, row: Row, sections: readonly Section[]): QuestionBlock | undefined {
    let question: QuestionBlock | undefined;
    for (const section of sections) {
      switch (section.kind) {
        case 'thinking':
          addThinking(turn, row, section);
          break;
        case 'tool':
          addTool(turn, this.cards, row, section);
          break;
        case 'usage':
          addUsage(turn, row, section);
          break;
        case 'permission':
          question = this.permission(turn, row, section) ?? question;
          break;
        case 'error': {
          const place = placeOf(row, 'e');
          const { message = '', retryable, detail } = section;
          turn.blocks.push({ ...place, kind: 'error', source: 'agent', message, retryable, detail });
          break;
        }
        default:
          break;
      }
    }
    return question;
  }

  private permission(
    turn: AgentTurn,
    row: Row,
    section: Extract<Section, { kind: 'permission' }>,
  ): QuestionBlock | undefined {
    if (section.received === true) {
      this.answerQuestions(row, section.decision ?? '', section.id);
      return undefined;
    }
    const known = this.questions.find(
      ({ block }) =>
        (section.id !== undefined && block.id === section.id) ||
        (section.id === undefined && section.toolId !== undefined && block.toolId === section.toolId),
    );
    if (known !== undefined) return known.block;
    const block = permissionQuestion(placeOf(row, 'q'), section);
    turn.blocks.push(block);
    if (!section.pending) {
      block.state = 'answered';
      if (section.decision !== undefined) block.decision = section.decision;
      return undefined;
    }
    this.questions.push({ task: row.task, block });
    markWaiting(this.cards, row.task, block);
    return block;
  }

  private status(turn: AgentTurn, row: Row, status: TaskStatus, sections: readonly Section[]): void {
    const message = status.message;
    const final = sections.some((section) => section.kind === 'text-final');
    if (message?.messageId) this.shown.add(message.messageId);
    if (message !== undefined && final) addFinalText(turn, row, message);
    const question = this.sections(turn, row, sections);
    this.rest(turn, row, status, final ? undefined : message, question);
  }

  /** The state, and what a message means in it. */
  private rest(
    turn: AgentTurn,
    row: Row,
    status: TaskStatus,
    message: Message | undefined,
    question: QuestionBlock | undefined,
  ): void {
    const kind = stateClass(status.state);
    const changed = turn.state !== status.state;
    turn.state = status.state;
    if (row.task !== undefined) this.states.set(row.task, status.state);
    if (kind === 'interrupted' && question === undefined && message !== undefined) {
      const auth = status.state === 'TASK_STATE_AUTH_REQUIRED';
      const block = messageQuestion(placeOf(row, 'q'), message, auth);
      turn.blocks.push(block);
      this.questions.push({ task: row.task, block });
    } else if (status.state === 'TASK_STATE_FAILED' || status.state === 'TASK_STATE_REJECTED') {
      const text = message === undefined ? '' : textOf(message.parts);
      const place = placeOf(row, 'e');
      turn.blocks.push({ ...place, kind: 'error', source: 'task', message: text, state: status.state });
    } else if (message !== undefined) {
      if (kind === 'terminal') addLastText(turn, row, message);
      else addText(turn, row, message, false);
    }
    if (!changed) return;
    if (kind !== 'active') addState(turn, row, status.state);
    if (kind === 'terminal') this.settle(row.task);
  }

  /** Nothing more comes for this task. */
  private settle(task: string | undefined): void {
    for (const { task: asked, block } of this.questions) {
      if (asked === task && block.state === 'open') block.state = 'expired';
    }
    for (const [key, card] of this.cards) {
      const mine = key.startsWith(`${task ?? ''}|`);
      if (mine && (card.status === 'running' || card.status === 'waiting')) card.status = 'no-result';
    }
  }

  /** A snapshot repeats what is known; only its news become blocks. */
  private snapshot(turn: AgentTurn, row: Row, task: Task, sections: readonly Section[], whole: boolean): void {
    for (const message of task.history ?? []) {
      if (message.messageId && this.shown.has(message.messageId)) continue;
      if (message.role === 'ROLE_USER') this.insertUser(turn, row, message);
      else addText(turn, row, message, false);
    }
    for (const message of task.history ?? []) if (message.messageId) this.shown.add(message.messageId);
    addArtifacts(turn, this.artifacts, row, task);
    if (task.status === undefined) return;
    const message = task.status.message;
    const news = message !== undefined && !(message.messageId && this.shown.has(message.messageId));
    if (message?.messageId) this.shown.add(message.messageId);
    // A task keeps the last question in its metadata after it was answered.
    const asks = stateClass(task.status.state) === 'interrupted';
    const current = asks ? sections : sections.filter((section) => section.kind !== 'permission');
    const question = this.sections(turn, row, current);
    if (whole || news || stateClass(task.status.state) !== 'active') {
      this.rest(turn, row, task.status, news ? message : undefined, question);
    } else turn.state = task.status.state;
  }

  /** A user's message that was not sent from here stands before the answer it belongs to. */
  private insertUser(turn: AgentTurn, row: Row, message: Message): void {
    const user = userTurn(row, message);
    user.key = `u${row.seq}-${message.messageId}`;
    const place = this.turns.indexOf(turn);
    this.turns.splice(turn.blocks.length === 0 ? place : place + 1, 0, user);
  }

  /** Whether a fetched task tells more than is on show. */
  private isNews(task: Task): boolean {
    if (isStale(this.states.get(task.id), task.status?.state)) return false;
    if (this.states.get(task.id) !== task.status?.state) return true;
    const message = task.status?.message;
    if (message?.messageId && !this.shown.has(message.messageId)) return true;
    return (task.history ?? []).some((past) => past.messageId !== '' && !this.shown.has(past.messageId));
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
    if (turn === undefined && (row.lane !== 'error' || this.subscriptions.has(row.exchange))) return;
    if (row.lane === 'error') {
      const place = placeOf(row, 'e');
      const message = error?.message ?? cause;
      (turn ?? this.late(row)).blocks.push({ ...place, kind: 'error', source: 'transport', message });
    }
    // A question keeps its tool waiting over the end of the stream; anything else has ended without a result.
    const rests = stateClass(turn?.state) === 'interrupted' && this.streams.has(row.exchange);
    if (rests) this.dropRunning(row.task);
  }

  private late(row: Row): AgentTurn {
    const turn = newAgentTurn(row);
    turn.live = false;
    this.turns.push(turn);
    return turn;
  }

  private dropRunning(task: string | undefined): void {
    for (const [key, card] of this.cards) {
      if (key.startsWith(`${task ?? ''}|`) && card.status === 'running') card.status = 'no-result';
    }
  }
}

function userTurn(row: Row, message: Message): UserTurn {
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
