import { type Artifact, endsTurn, isTerminal, type Message, type StreamItem, type Task } from './model.ts';
import type { ArtifactStep, StatusStep, Step, TaskScenario } from './scenarios/scenario.ts';

/** Somebody who follows a task live. Items are to be serialised at once: the task behind them goes on changing. */
export interface Follower {
  /** False stops the run until the follower calls `record.roomChanged()`. */
  readonly hasRoom: boolean;
  push(item: StreamItem): void;
  /** The turn has ended; nothing more will come. */
  end(): void;
}

/** A moment as the store hands it out: `order` rises with every call, also within one millisecond. */
export interface Stamp {
  timestamp: string;
  order: number;
}

/** Held by whoever runs a turn; true once the turn was canceled or halted. */
export interface TurnToken {
  readonly stopped: boolean;
}

/** One task: its state, the people following it, and the brake of its running turn. */
export class TaskRecord {
  readonly task: Task;
  readonly scenario: TaskScenario;
  /** Rank of the last status change among all tasks of the store. */
  order: number;
  private readonly stamp: () => Stamp;
  private readonly followers = new Set<Follower>();
  private turn: { stopped: boolean } | undefined;
  private wakePause: (() => void) | undefined;
  private wakeRoom: (() => void) | undefined;

  constructor(scenario: TaskScenario, ids: { id: string; contextId: string }, stamp: () => Stamp) {
    this.scenario = scenario;
    this.stamp = stamp;
    const { timestamp, order } = stamp();
    this.order = order;
    this.task = { ...ids, status: { state: 'TASK_STATE_SUBMITTED', timestamp } };
  }

  get isRunning(): boolean {
    return this.turn !== undefined;
  }

  get isFinished(): boolean {
    return isTerminal(this.task.status.state);
  }

  /** Adds a message of the user, filled up with the task's ids. */
  hear(message: Message): void {
    this.task.history = [...(this.task.history ?? []), { ...message, ...this.ids() }];
  }

  /** Marks a waiting task as working again without an event: a stream that opens now must not begin as interrupted. */
  resume(): void {
    const { timestamp, order } = this.stamp();
    this.order = order;
    this.task.status = { state: 'TASK_STATE_WORKING', timestamp };
  }

  /** Starts a turn; the returned token turns `stopped` when it is canceled or halted. */
  beginTurn(): TurnToken {
    this.turn = { stopped: false };
    return this.turn;
  }

  follow(follower: Follower): () => void {
    this.followers.add(follower);
    return () => {
      this.followers.delete(follower);
      this.roomChanged();
    };
  }

  /** Carries out a step and tells the followers; a closing one ends the turn and lets them go. */
  apply(step: Step): void {
    if (step.kind === 'artifact') this.applyArtifact(step);
    else this.applyStatus(step);
  }

  /** Ends a task at the client's wish. */
  cancel(messageId: string): void {
    this.halt();
    const message = { id: messageId, parts: [{ text: 'Canceled on request.' }], keep: true };
    this.applyStatus({ kind: 'status', state: 'TASK_STATE_CANCELED', message, waitMs: 0 });
  }

  /** Stops the running turn where it is, without an event. */
  halt(): void {
    if (this.turn) this.turn.stopped = true;
    this.turn = undefined;
    this.wakePause?.();
    this.roomChanged();
  }

  /** Waits, or returns at once when the turn is stopped meanwhile. */
  async pause(ms: number, turn: TurnToken): Promise<void> {
    if (turn.stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakePause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakePause = undefined;
  }

  /** Waits until every follower takes more, or the turn is stopped. */
  async room(turn: TurnToken): Promise<void> {
    while (!turn.stopped && this.anyoneFull()) {
      await new Promise<void>((resolve) => {
        this.wakeRoom = resolve;
      });
    }
  }

  anyoneFull(): boolean {
    for (const follower of this.followers) if (!follower.hasRoom) return true;
    return false;
  }

  /** To be called when a follower's `hasRoom` may have changed. */
  roomChanged(): void {
    this.wakeRoom?.();
    this.wakeRoom = undefined;
  }

  private applyStatus(step: StatusStep): void {
    const { timestamp, order } = this.stamp();
    this.order = order;
    const message = step.message && this.spoken(step.message.id, step.message.parts);
    if (message && step.message?.keep) this.remember(message);
    this.task.status = message ? { state: step.state, message, timestamp } : { state: step.state, timestamp };
    const { taskId, contextId } = this.ids();
    this.publish({ statusUpdate: { taskId, contextId, status: this.task.status, metadata: step.metadata } });
    if (endsTurn(step.state)) this.endTurn();
  }

  private applyArtifact({ artifact, append, lastChunk }: ArtifactStep): void {
    const known = this.task.artifacts ?? [];
    this.task.artifacts = placeArtifact(known, artifact, append === true);
    const { taskId, contextId } = this.ids();
    this.publish({ artifactUpdate: { taskId, contextId, artifact, append, lastChunk } });
  }

  private endTurn(): void {
    this.turn = undefined;
    const leaving = Array.from(this.followers);
    this.followers.clear();
    for (const follower of leaving) follower.end();
  }

  private publish(item: StreamItem): void {
    for (const follower of this.followers) follower.push(item);
  }

  private spoken(messageId: string, parts: Message['parts']): Message {
    return { messageId, ...this.ids(), role: 'ROLE_AGENT', parts };
  }

  /** Deltas of one text become one message of the history. */
  private remember(message: Message): void {
    const history = this.task.history ?? [];
    const last = history[history.length - 1];
    this.task.history =
      last?.messageId === message.messageId
        ? [...history.slice(0, -1), { ...message, parts: joinTexts(last.parts, message.parts) }]
        : [...history, message];
  }

  private ids() {
    return { taskId: this.task.id, contextId: this.task.contextId };
  }
}

function joinTexts(before: Message['parts'], after: Message['parts']): Message['parts'] {
  const last = before[before.length - 1];
  const [first, ...others] = after;
  if (last?.text === undefined || first?.text === undefined) return [...before, ...after];
  return [...before.slice(0, -1), { ...last, text: last.text + first.text }, ...others];
}

/** Section 3.2.4: `append` adds the parts to the artifact of that id, otherwise the artifact is placed anew. */
function placeArtifact(known: readonly Artifact[], artifact: Artifact, append: boolean): Artifact[] {
  const index = known.findIndex((one) => one.artifactId === artifact.artifactId);
  const old = known[index];
  if (!old) return [...known, artifact];
  const next = append ? { ...old, parts: [...old.parts, ...artifact.parts] } : artifact;
  return known.map((one, at) => (at === index ? next : one));
}
