import type { Section } from '../../lenses/lens.ts';
import type { Row } from '../../model/row.ts';
import type { AnyTaskState } from '../../model/task.ts';
import type { AgentTurn, QuestionBlock, ToolBlock } from './conversation-model.ts';
import type { Questions } from './conversation-questions.ts';
import { addError, addThinking, addTool, addUsage, isFailure } from './turn-builder.ts';
import { addText } from './turn-text.ts';

/** What blocks of a turn are joined to by their ids. */
export interface Joints {
  cards: Map<string, ToolBlock>;
  questions: Questions;
}

/** Sections that make blocks of their own. Returns the question among them. `state`: what the same event says of the task. */
export function addSections(
  turn: AgentTurn,
  { cards, questions }: Joints,
  row: Row,
  sections: readonly Section[],
  state?: AnyTaskState,
): QuestionBlock | undefined {
  for (const section of sections) {
    switch (section.kind) {
      case 'thinking':
        addThinking(turn, row, section);
        break;
      case 'text':
        addText(turn, row, { messageId: '', role: 'ROLE_AGENT', parts: [{ text: section.text }] }, false);
        break;
      case 'tool':
        addTool(turn, cards, row, section);
        break;
      case 'usage':
        addUsage(turn, row, section);
        break;
      case 'error': {
        // The error of a failed task says what came of it as well.
        if (isFailure(state)) break;
        const { message = '', retryable, detail } = section;
        addError(turn, row, { source: 'agent', message, retryable, detail });
        break;
      }
      default:
        break;
    }
  }
  // A question stands below the call that it is about.
  let question: QuestionBlock | undefined;
  for (const section of sections) {
    if (section.kind === 'permission') question = questions.take(turn, row, section) ?? question;
  }
  return question;
}
