import type { Choice } from '../../lenses/lens.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import type { Message, Part } from '../../model/message.ts';
import type { AnyTaskState } from '../../model/task.ts';
import type { A2AError } from '../errors.ts';
import type { ArtifactView } from './artifact.ts';
import type { Folded } from './reading.ts';

/** What the conversation is made from; a `Folded` and an `EntryView` both are one. */
export type ConversationItem = Pick<Folded, 'row' | 'reading' | 'sections'>;

interface BlockBase {
  /** Stable within the conversation. */
  key: string;
  /** First and last row of the block, for jumping to the timeline. */
  seq: number;
  lastSeq: number;
  /** Milliseconds since the session started, of the first row. */
  at: number;
}

export interface ThinkingBlock extends BlockBase {
  kind: 'thinking';
  text: string;
  /** Milliseconds from the first to the last delta. */
  duration: number;
  frames: number;
  /** The agent shortened it. */
  cut: boolean;
}

export interface ToolBlock extends BlockBase {
  kind: 'tool';
  id: string;
  name: string;
  /** Input text as it streamed in; empty when the agent sends only lengths. */
  inputText: string;
  /** Characters of input announced so far. */
  inputLength: number;
  input?: Json;
  progress?: Json;
  result?: Json;
  /** `waiting`: a question about it is open. `no-result`: the task came to rest without one. */
  status: 'running' | 'waiting' | 'completed' | 'failed' | 'no-result';
  duration?: number;
  cut: boolean;
}

export interface TextBlock extends BlockBase {
  kind: 'text';
  messageId?: string;
  text: string;
  /** Parts that are no text. */
  parts: Part[];
  frames: number;
  /** The agent repeated it whole, or the message came as a whole. */
  final: boolean;
}

export interface UsageBlock extends BlockBase {
  kind: 'usage';
  input?: number;
  output?: number;
  total?: number;
  cached?: number;
  model?: string;
  provider?: string;
}

export interface ArtifactBlock extends BlockBase {
  kind: 'artifact';
  artifact: ArtifactView;
  /** Its text is the one that the turn has said before. */
  repeats?: true;
}

export interface QuestionBlock extends BlockBase {
  kind: 'question';
  asks: 'input' | 'auth' | 'permission';
  state: 'open' | 'answered' | 'expired';
  /** The agent's words. */
  text: string;
  parts: Part[];
  /** JSON Schema of the wanted answer, when a data part holds one. */
  schema?: JsonObject;
  id?: string;
  tool?: string;
  toolId?: string;
  purpose?: string;
  target?: string;
  /** The kind of change in the agent's own word, and the call in one line. */
  effect?: string;
  summary?: string;
  choices?: Choice[];
  /** The call that it is about, when it is part of the conversation. */
  call?: ToolBlock;
  /** Id of the choice that was taken. */
  decision?: string;
  /** Who answered, and when, in milliseconds since the session started. Stays out while nobody has. */
  answered?: { by: Answerer; at: number };
  /** What the agent said when it took no answer. The last refusal; the question may be open or over. */
  refusal?: { message: string; code?: number; at: number };
  detail?: JsonObject;
}

/** `you`: a message that was sent from here. `agent`: it decided by itself. `elsewhere`: it went on without a word from here. */
export type Answerer = 'you' | 'agent' | 'elsewhere';

export interface ErrorBlock extends BlockBase {
  kind: 'error';
  message: string;
  /** An error answer, the fate of the task, the transport, or a lens. */
  source: 'answer' | 'task' | 'transport' | 'agent';
  error?: A2AError;
  state?: AnyTaskState;
  retryable?: boolean;
  detail?: JsonObject;
}

export interface StateBlock extends BlockBase {
  kind: 'state';
  state: AnyTaskState;
}

export type Block =
  | ThinkingBlock
  | ToolBlock
  | TextBlock
  | UsageBlock
  | ArtifactBlock
  | QuestionBlock
  | ErrorBlock
  | StateBlock;

export interface UserTurn {
  kind: 'user';
  key: string;
  seq: number;
  at: number;
  exchange: number;
  task?: string;
  text: string;
  /** Parts that are no text. */
  parts: Part[];
  message?: Message;
  /** The message answers a question with one of its choices. */
  decision?: { choice: string; question?: string; label?: string };
}

export interface AgentTurn {
  kind: 'agent';
  key: string;
  seq: number;
  at: number;
  exchange: number;
  task?: string;
  blocks: Block[];
  /** More is arriving. */
  live: boolean;
  /** The stream ended before the task came to rest. */
  cut: boolean;
  state?: AnyTaskState;
}

export type Turn = UserTurn | AgentTurn;

export interface Conversation {
  /** Takes the next item, in order of seq. */
  push(item: ConversationItem): void;
  readonly turns: readonly Turn[];
  /** Counts the changes. */
  readonly version: number;
}
