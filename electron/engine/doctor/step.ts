import type { CardAddress } from '../../../shared/a2a/card/locate.ts';
import type {
  AnswerFact,
  DoctorFact,
  DoctorFactName,
  DoctorStep,
  DoctorStepId,
  InterfaceReach,
} from '../../../shared/contract/doctor.ts';
import type { AgentRecord, StoredCard } from '../agents.ts';
import type { Calls } from '../calls.ts';
import type { FetchedCard } from '../card-fetch.ts';
import type { CardReading } from '../card-reading.ts';
import type { CardService } from '../card-service.ts';
import type { ProxyFinding } from '../connections.ts';
import type { EngineParts } from '../parts.ts';
import type { CertificateProblem } from './handshake.ts';
import type { FoundAddress, Target } from './reach.ts';

/** What steps work with. */
export interface DoctorContext {
  parts: EngineParts & { calls: Calls; cards: CardService };
  agent: AgentRecord;
  signal: AbortSignal;
  /** What earlier steps found out. */
  found: Found;
}

export interface Found {
  /** Where the card may be, in order. */
  addresses?: CardAddress[];
  target?: Target;
  proxy?: ProxyFinding;
  /** Addresses of the target's name. */
  lookup?: FoundAddress[];
  /** A connection can be made, to this address or through the proxy. */
  reached?: FoundAddress | 'proxy';
  /** TLS stands, or is not needed. */
  secured?: boolean;
  certificate?: CertificateProblem[];
  /** Every card address that was asked. */
  attempts?: CardAttempt[];
  /** The answer that is a card, or might have been one. */
  answer?: CardAttempt;
  card?: { reading: CardReading; stored: StoredCard };
  interfaces?: InterfaceReach[];
}

export interface CardAttempt {
  address: CardAddress;
  fetched: FetchedCard;
  /** The card in it, or why there is none. */
  reading?: CardReading | string;
}

export type StepResult = Omit<DoctorStep, 'id' | 'ms' | 'facts'> & {
  facts?: DoctorFact[];
  /** What this step has to say about an earlier one. */
  amends?: { id: DoctorStepId; result: Omit<StepResult, 'amends'> };
};

/** One step of the test; it never throws for what an agent or a network does. */
export interface Step {
  id: DoctorStepId;
  run(context: DoctorContext): StepResult | Promise<StepResult>;
}

export const skipped = (message: string): StepResult => ({ verdict: 'skipped', message });

/** Where an exchange of the live session is found again. */
export function placeOf({ parts }: DoctorContext, exchange: number): Pick<AnswerFact, 'session' | 'exchange' | 'seq'> {
  const { session } = parts.sessions.live;
  const seq = session.exchange(exchange).request;
  return { session: session.id, exchange, ...(seq !== undefined && { seq }) };
}

/** A fact in one line; nothing when there is no value. */
export const textFact = (name: DoctorFactName, value: string | number | undefined): DoctorFact[] =>
  value === undefined || value === '' ? [] : [{ kind: 'text', name, value: String(value) }];

/** `a`, `a and b`, `a, b and c`. */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;
