import { randomUUID } from 'node:crypto';
import type { AgentDescription } from './card.ts';
import { done, type Outcome, refuse } from './failures.ts';
import type { Message } from './model.ts';
import type { SendRequest } from './requests.ts';
import { chooseScenario, extendedSkills, publicSkills } from './scenarios/index.ts';
import type { Steps, Turn } from './scenarios/scenario.ts';
import type { TaskRecord } from './task-record.ts';
import { TaskStore } from './task-store.ts';
import { runTurn } from './turn-runner.ts';

/** What became of a message: an answer, or a task whose turn waits for `begin`, so that followers can be added first. */
export type Accepted = { kind: 'message'; message: Message } | { kind: 'task'; record: TaskRecord; begin(): void };

/** The agent behind the wire: its tasks, its skills, and what it does with a message. Knows no protocol version. */
export class Agent {
  readonly store = new TaskStore();
  readonly card: AgentDescription;
  readonly extendedCard: AgentDescription;
  private readonly origin: string;
  private readonly pace: number;

  /** `origin` is `http://127.0.0.1:PORT`; `pace` multiplies every pause of a scenario. */
  constructor(origin: string, pace: number) {
    this.origin = origin;
    this.pace = pace;
    const address = { origin, endpoint: `${origin}/a2a` };
    this.card = { ...address, skills: publicSkills };
    this.extendedCard = { ...address, skills: extendedSkills };
  }

  /** Takes a message of the user: a new task, an answer to a waiting one, or a plain reply (sections 3.1.1, 3.4). */
  accept(request: SendRequest): Outcome<Accepted> {
    const { message } = request;
    if (request.wantsPush) {
      return refuse('PushNotificationNotSupported', 'This agent sends no push notifications.');
    }
    return message.taskId === undefined ? this.open(message) : this.proceed(message, message.taskId);
  }

  private open(message: Message): Outcome<Accepted> {
    const { scenario, rest } = chooseScenario(message);
    const turn = this.turn(message, rest);
    if (scenario.kind === 'reply') {
      const contextId = message.contextId ?? randomUUID();
      const parts = scenario.reply(turn);
      return done({ kind: 'message', message: { messageId: randomUUID(), contextId, role: 'ROLE_AGENT', parts } });
    }
    const record = this.store.create(scenario, message.contextId);
    record.hear(message);
    return done(this.ready(record, scenario.start(turn)));
  }

  private proceed(message: Message, taskId: string): Outcome<Accepted> {
    const record = this.store.get(taskId);
    if (!record) return refuse('TaskNotFound', `There is no task ${taskId}.`);
    const { task, scenario } = record;
    if (message.contextId !== undefined && message.contextId !== task.contextId) {
      return refuse('InvalidParams', `Task ${taskId} belongs to another context.`, [
        { field: 'message.contextId', description: `Must be ${task.contextId} or left out.` },
      ]);
    }
    if (record.isFinished) {
      return refuse('TaskIsTerminal', `Task ${taskId} has ended as ${task.status.state} and takes no more messages.`);
    }
    if (record.isRunning) {
      return refuse('UnsupportedOperation', `Task ${taskId} is at work; send the message when it asks or has ended.`);
    }
    record.hear(message);
    record.resume();
    const turn = this.turn(message, '');
    return done(this.ready(record, (scenario.resume ?? scenario.start)(turn)));
  }

  private ready(record: TaskRecord, steps: Steps): Accepted {
    return { kind: 'task', record, begin: () => void runTurn(record, steps, this.pace) };
  }

  private turn(message: Message, rest: string): Turn {
    return { rest, message, origin: this.origin, newId: randomUUID };
  }
}
