import type { Section } from '../../lenses/lens.ts';
import type { Message } from '../../model/message.ts';
import type { Row } from '../../model/row.ts';
import type { A2AError } from '../errors.ts';
import type { AgentTurn, Answerer, QuestionBlock, ToolBlock } from './conversation-model.ts';
import { messageQuestion, permissionQuestion } from './question.ts';
import { placeOf } from './turn-builder.ts';

type Permission = Extract<Section, { kind: 'permission' }>;

interface AskedQuestion {
  task: string | undefined;
  block: QuestionBlock;
  /** Exchange whose message answers it. */
  answeredIn?: number;
}

/** The questions of a conversation and the tool calls they hold up. Blocks are changed in place. */
export class Questions {
  private readonly asked: AskedQuestion[] = [];
  private readonly cards: ReadonlyMap<string, ToolBlock>;

  /** `cards`: the tool calls of the conversation by task and id. */
  constructor(cards: ReadonlyMap<string, ToolBlock>) {
    this.cards = cards;
  }

  /** A question in the words of a status message. */
  askInWords(turn: AgentTurn, row: Row, message: Message, auth: boolean): void {
    const block = messageQuestion(placeOf(row, 'q'), message, auth);
    turn.blocks.push(block);
    this.asked.push({ task: row.task, block });
  }

  /**
   * A question or a decision that a lens read. Returns the question of an open one; also of one that was asked before,
   * whatever became of it.
   */
  take(turn: AgentTurn, row: Row, section: Permission): QuestionBlock | undefined {
    if (section.received === true) {
      this.answer(row, 'elsewhere', section.decision ?? '', section.id);
      return undefined;
    }
    const known = this.asked.find(({ task, block }) => task === row.task && isSame(block, section));
    if (known !== undefined) return known.block;
    const block = permissionQuestion(placeOf(row, 'q'), section);
    const call = block.toolId === undefined ? undefined : this.cards.get(`${row.task ?? ''}|${block.toolId}`);
    if (call !== undefined) block.call = call;
    turn.blocks.push(block);
    if (!section.pending) {
      settle(block, 'agent', row.at, section.decision);
      return undefined;
    }
    this.asked.push({ task: row.task, block });
    this.holdUp(block);
    return block;
  }

  /** The question that a lens read is one that is no longer open. */
  isOver(task: string | undefined, section: Permission): boolean {
    return this.asked.some((one) => one.task === task && isSame(one.block, section) && one.block.state !== 'open');
  }

  /**
   * A message to the task answers what was asked; a choice answers the question it names. What the agent says it
   * received answers the same way.
   */
  answer(row: Row, by: Answerer, choice: string | undefined, id: string | undefined, message?: Message): void {
    for (const question of this.asked) {
      const { block } = question;
      if (block.state !== 'open' || question.task !== row.task) continue;
      if (id !== undefined && block.id !== undefined && block.id !== id) continue;
      if (block.asks === 'permission' && choice === undefined) continue;
      settle(block, by, row.at, choice || choiceIn(block, message));
      question.answeredIn = row.exchange;
      if (block.call?.status === 'waiting') block.call.status = 'running';
    }
  }

  /** The agent's word for a choice that a message takes. */
  labelOf(id: string | undefined, choice: string): string | undefined {
    const { block } = this.asked.find((one) => id !== undefined && one.block.id === id) ?? {};
    return block?.choices?.find((one) => one.id === choice)?.label;
  }

  /** The agent refused the answer: a question that was answered by it stands again, one that was over has its reason. */
  refuse(row: Row, sentTo: string | undefined, error: A2AError): void {
    const refusal: QuestionBlock['refusal'] = { message: error.message, at: row.at };
    if (error.code !== undefined) refusal.code = error.code;
    let stands = false;
    for (const question of this.asked) {
      const { block } = question;
      if (question.answeredIn !== row.exchange || block.state !== 'answered') continue;
      block.state = 'open';
      block.decision = undefined;
      block.answered = undefined;
      block.refusal = refusal;
      question.answeredIn = undefined;
      this.holdUp(block);
      stands = true;
    }
    if (stands || sentTo === undefined) return;
    const late = this.asked.find(({ block }) => block.id === sentTo);
    if (late !== undefined) late.block.refusal = refusal;
  }

  /** The task works again although nobody here answered. */
  goOn(row: Row): void {
    for (const { task, block } of this.asked) {
      if (task !== row.task || block.state !== 'open') continue;
      settle(block, 'elsewhere', row.at, undefined);
      if (block.call?.status === 'waiting') block.call.status = 'running';
    }
  }

  /** Nothing more comes for this task. */
  expire(task: string | undefined): void {
    for (const { task: asked, block } of this.asked) {
      if (asked === task && block.state === 'open') block.state = 'expired';
    }
  }

  /** A card that still runs when a question about it opens waits for the person. */
  private holdUp({ call }: QuestionBlock): void {
    if (call?.status === 'running') call.status = 'waiting';
  }
}

const isSame = (block: QuestionBlock, { id, toolId }: Permission): boolean =>
  id !== undefined ? block.id === id : toolId !== undefined && block.toolId === toolId;

function settle(block: QuestionBlock, by: Answerer, at: number, decision: string | undefined): void {
  block.state = 'answered';
  block.answered = { by, at };
  if (decision) block.decision = decision;
}

/** The offered reply that a message repeats. */
function choiceIn(block: QuestionBlock, message: Message | undefined): string | undefined {
  const [part, more] = message?.parts ?? [];
  if (part === undefined || more !== undefined || block.choices === undefined) return undefined;
  const said = JSON.stringify(part.text ?? part.data);
  return block.choices.find((choice) => JSON.stringify(choice.part.text ?? choice.part.data) === said)?.id;
}
