import * as z from 'zod/mini';
import type { Trouble } from '../lib/result.ts';
import type { AnswerStep, DeliveryFault } from '../model/receiver.ts';
import type { CredentialView } from './access.ts';
import { procedure } from './procedure.ts';

/** Entries of a list of answers. */
const ANSWERS_LIMIT = 100;
/** Deliveries that one entry of it answers. */
const ANSWER_TIMES_LIMIT = 10_000;
/** Longest time an answer is held back, milliseconds. */
const ANSWER_DELAY_LIMIT_MS = 120_000;

export interface ReceiverCounts {
  /** Requests that were for the receiver. */
  received: number;
  /** Answered 2xx. */
  accepted: number;
  /** Without the token or Authorization that was registered. */
  unverified: number;
  /** Turned away, the unverified ones among them, or answered as a test asks for. */
  refused: number;
  /** More than is taken at a time; they are not recorded. */
  limited: number;
  /** Connections that sent no request that can be read, or too slowly. */
  dropped: number;
}

/** An address that was made for an agent. */
export interface RegistrationView {
  id: string;
  agent: string;
  /** The only task whose notifications are expected here. */
  task?: string;
  /** To be written into a push configuration; missing while the receiver is stopped. */
  url?: string;
  /** To be written beside it: the engine puts the token in its place when the configuration is sent. */
  token: string;
  /** Scheme of the Authorization line that is expected. */
  scheme?: string;
  /** What is answered next, in turn; then 200. */
  answers: AnswerStep[];
  received: number;
  accepted: number;
}

export interface ReceiverView {
  state: 'stopped' | 'listening' | 'error';
  /** Why it does not listen. */
  trouble?: Trouble;
  /** Where it listens. */
  address?: string;
  port?: number;
  /** Beginning of the addresses that are given out. */
  base?: string;
  publicUrl?: string;
  /** Only this computer can reach it. */
  loopback: boolean;
  /** Addresses of this computer that others on the network may reach. */
  lan: string[];
  registrations: RegistrationView[];
  counts: ReceiverCounts;
}

/** A stored credential that a push configuration can name: never its value. */
export interface PushCredentialView extends Pick<CredentialView, 'id' | 'name' | 'origin' | 'state'> {
  /** Word before it in the Authorization line; empty where it has none of its own. */
  scheme: string;
}

/** How a made-up delivery went. */
export interface TestDeliveryView {
  /** In the live session. */
  exchange: number;
  /** Status it was answered; missing where no answer came. */
  status?: number;
  /** Milliseconds from sending it to the end of the answer. */
  took: number;
  /** The address is one of the receiver. */
  own: boolean;
  /** What the receiver found; missing where it did not arrive there. */
  arrived?: { verified: boolean; simulated: boolean; fault?: DeliveryFault };
  /** Why no answer came. */
  trouble?: Trouble;
}

const text = z.string();
const whole = (from: number, to: number) => z.number().check(z.int(), z.gte(from), z.lte(to));
const answers = z
  .array(
    z.object({
      status: z.optional(whole(200, 599)),
      times: z.optional(whole(1, ANSWER_TIMES_LIMIT)),
      delayMs: z.optional(whole(0, ANSWER_DELAY_LIMIT_MS)),
    }),
  )
  .check(z.maxLength(ANSWERS_LIMIT));

/** The listener for what agents push. It is off until it is started, and ends with the engine. */
export const receiverProcedures = {
  /** Loopback and any free port, unless others are asked for. `publicUrl`: under which others reach it, a tunnel for one. */
  'receiver.start': procedure<ReceiverView>()(
    z.object({
      address: z.optional(text),
      port: z.optional(whole(0, 65_535)),
      publicUrl: z.optional(text),
    }),
  ),
  /** The addresses given out stay known: started on the same port, it takes deliveries again. */
  'receiver.stop': procedure<ReceiverView>()(z.object({})),
  'receiver.get': procedure<ReceiverView>()(z.object({})),
  /** An address of its own for an agent. What is expected of its deliveries is made up here, or as given. */
  'receiver.register': procedure<RegistrationView>()(
    z.object({
      agent: text,
      task: z.optional(text),
      token: z.optional(text),
      authentication: z.optional(z.object({ scheme: text, credentials: text })),
      answers: z.optional(answers),
    }),
  ),
  'receiver.unregister': procedure<null>()(z.object({ registration: text })),
  /** Lets a delivery of the recorded session count although its sender is not known: it is recorded once more, as accepted. */
  'receiver.accept': procedure<null>()(z.object({ seq: z.number() })),
  /** Stored credentials that a push configuration can name. */
  'receiver.credentials': procedure<PushCredentialView[]>()(z.object({})),
  /**
   * Sends a delivery that tells of no task to the address of a push configuration, as an agent would. To an address that is
   * not the receiver's only when `elsewhere` is its origin: a person has to have said so.
   */
  'receiver.test': procedure<TestDeliveryView>()(
    z.object({
      agent: text,
      config: z.object({
        url: text,
        token: z.optional(text),
        authentication: z.optional(z.object({ scheme: text, credentials: z.optional(text) })),
      }),
      elsewhere: z.optional(text),
    }),
  ),
  /** What the next deliveries are answered, to see what the agent does; an empty list takes it back. */
  'receiver.answers': procedure<RegistrationView>()(z.object({ registration: text, answers })),
};
