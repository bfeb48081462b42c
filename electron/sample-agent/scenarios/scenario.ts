import type { Artifact, JsonObject, Message, Part, TaskState } from '../model.ts';

/** A skill as both card versions write it. */
export interface Skill {
  id: string;
  name: string;
  description: string;
  tags: string[];
  examples: string[];
  outputModes?: string[];
}

/** What a scenario knows about the message that started its turn. */
export interface Turn {
  /** The user's text after the first word; empty when the turn goes on after a question. */
  rest: string;
  message: Message;
  /** `http://127.0.0.1:PORT`, for links to the agent's own files. */
  origin: string;
  /** A fresh unique id. */
  newId(): string;
}

export interface StatusStep {
  kind: 'status';
  state: TaskState;
  message?: SpokenMessage;
  metadata?: JsonObject;
  /** Time before the step at pace 1, in milliseconds. */
  waitMs: number;
}

export interface SpokenMessage {
  /** Deltas of one text share an id. */
  id: string;
  parts: Part[];
  /** False for progress notes, which would only swell the history. */
  keep: boolean;
}

export interface ArtifactStep {
  kind: 'artifact';
  artifact: Artifact;
  append?: true;
  lastChunk?: true;
  waitMs: number;
}

export type Step = StatusStep | ArtifactStep;

/**
 * The steps of one turn, made one at a time. They end with a closing status; a scenario that just stops has completed.
 * The runner does the waiting, so a scenario is pure and never sees a clock, a socket or a cancel.
 */
export type Steps = Iterable<Step>;

interface Named {
  /** First words that choose it, lower case. */
  words: readonly string[];
  /** One line of the help text. */
  usage: string;
}

/** Answers with a plain message; no task is made. */
export interface ReplyScenario extends Named {
  kind: 'reply';
  reply(turn: Turn): Part[];
}

export interface TaskScenario extends Named {
  kind: 'task';
  start(turn: Turn): Steps;
  /** Goes on after a question; `turn.message` holds the answer. */
  resume?(turn: Turn): Steps;
}

export type Scenario = ReplyScenario | TaskScenario;

/** Scenarios that show one thing, and the skill that stands for them on the card. */
export interface Family {
  skill: Skill;
  scenarios: readonly Scenario[];
}
