import type { InputOf, OutputOf, ProcedureName } from '../../../shared/contract/procedures.ts';
import type { AppInfo } from '../../../shared/contract/views.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import type { AgentRecord } from '../agents.ts';
import type { Calls } from '../calls.ts';
import type { CardService } from '../card-service.ts';
import type { Doctor } from '../doctor/doctor.ts';
import type { Finds } from '../find/finds.ts';
import type { EngineOptions, EngineParts } from '../parts.ts';
import type { OutgoingPush } from '../receiver/outgoing.ts';
import type { Receiver } from '../receiver/receiver.ts';
import type { Resubscriber } from '../resubscribe/resubscriber.ts';
import type { Sample } from '../sample.ts';
import type { Watcher } from '../watch/watcher.ts';

/** Everything that handlers work with. */
export interface HandlerParts extends EngineParts {
  options: EngineOptions;
  cards: CardService;
  calls: Calls;
  streams: Resubscriber;
  watcher: Watcher;
  receiver: Receiver;
  outgoing: OutgoingPush;
  doctor: Doctor;
  finds: Finds;
  sample: Sample;
  info(): AppInfo;
  /** Calls back when the engine closes. */
  atEnd(close: () => Promise<void>): void;
  /** Starts the agent that comes along when this is it and it does not run. */
  wake(agent: AgentRecord): Promise<Reply<null>>;
}

export type Handler<N extends ProcedureName> = (
  input: InputOf<N>,
  signal?: AbortSignal,
) => Reply<OutputOf<N>> | Promise<Reply<OutputOf<N>>>;

/** One handler per procedure. */
export type Handlers = { [N in ProcedureName]: Handler<N> };

/** The handlers of the procedures whose names begin with `Group`. */
export type HandlersOf<Group extends string> = Pick<Handlers, Extract<ProcedureName, `${Group}.${string}`>>;
