import type { Reply } from '../lib/result.ts';
import type { InputOf, OutputOf, ProcedureName } from './procedures.ts';
import type { FeedBatch, FeedRequest, HostId } from './views.ts';

/** The part of the platform's AbortSignal that a bridge needs; shared code knows no DOM. */
export interface CallSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
}

export interface FeedHandle {
  /** Tells the engine which seq the page has taken in. */
  ack(seq: number): void;
  close(): void;
}

/** A file of an artifact, and the name it is saved under. */
export interface NamedFile extends Omit<InputOf<'artifacts.bytes'>, 'from' | 'length'> {
  name: string;
}

/** The seam between a page and the engine. Every host implements it once. */
export interface Bridge {
  readonly host: HostId;
  call<N extends ProcedureName>(name: N, input: InputOf<N>, signal?: CallSignal): Promise<Reply<OutputOf<N>>>;
  /**
   * Replays rows after `request.after`, then follows. The handle stays valid over a lost connection: the bridge
   * reopens it from the last batch it handed on.
   */
  openFeed(request: FeedRequest, onBatch: (batch: FeedBatch) => void): FeedHandle;
  /**
   * An address from which the browser fetches a file of an artifact by itself, once, so that the page never holds it.
   * More than one come as one ZIP archive. Hosts with dialogs have none.
   */
  fileAddress?(files: readonly NamedFile[]): Promise<Reply<string>>;
}
