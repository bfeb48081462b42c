import type { AgentCard } from '../../model/card.ts';
import type { Severity } from '../../model/issue.ts';
import type { Supported } from '../card/choose-interface.ts';

/** What a card is judged against. */
export interface CardContext {
  card: AgentCard;
  /** Address the card came from. */
  url?: string;
  /** What the transports at hand speak; empty when nobody knows. */
  supported: readonly Supported[];
}

/** One violation; the rule adds its code, severity and clause. */
export interface Finding {
  message: string;
  /** Into the card in the 1.0 shape. */
  pointer?: string;
  fix?: string;
}

/** One rule about Agent Cards, in the words of the specification. */
export interface CardRule {
  /** Stable code of its findings. */
  id: string;
  severity: Severity;
  clause: string;
  check(context: CardContext): Finding[];
}
