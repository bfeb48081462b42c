import { randomBytes } from 'node:crypto';
import type { RegistrationView } from '../../../shared/contract/receiver.ts';
import type { AnswerStep } from '../../../shared/model/receiver.ts';
import { TOKEN_PLACEHOLDER } from '../../../shared/model/receiver.ts';
import type { Expected } from './expected.ts';
import { DELIVERY_RATE, RANDOM_BYTES, UNVERIFIED_RATE } from './limits.ts';
import { Rate } from './rate.ts';

/** An address that was given out. */
export interface Registration {
  id: string;
  agent: string;
  task: string | undefined;
  /** Last part of its address; nobody can guess it. */
  secretPath: string;
  /** Stands for `TOKEN_PLACEHOLDER`. */
  ownToken: string;
  expected: Expected;
  answers: AnswerStep[];
  rate: Rate;
  unverifiedRate: Rate;
  received: number;
  accepted: number;
  /** Says which task the answer to the message names that was sent with this address; undefined before. */
  askTask?: () => string | undefined;
}

const random = (): string => randomBytes(RANDOM_BYTES).toString('base64url');

/** First part of every address. */
const FOLDER = 'push';

/** The addresses given out, by what they end in. */
export class Registrations {
  readonly #byPath = new Map<string, Registration>();
  #made = 0;

  get size(): number {
    return this.#byPath.size;
  }

  all(): Registration[] {
    return [...this.#byPath.values()];
  }

  add(
    facts: { agent: string; task: string | undefined; token: string | undefined } & Pick<Expected, 'authentication'>,
  ) {
    const { agent, task, token, authentication } = facts;
    this.#made += 1;
    const ownToken = token ?? random();
    const made: Registration = {
      id: `r${this.#made}`,
      agent,
      task,
      secretPath: random(),
      ownToken,
      expected: { token: ownToken, ...(authentication && { authentication }) },
      answers: [],
      rate: new Rate(DELIVERY_RATE),
      unverifiedRate: new Rate(UNVERIFIED_RATE),
      received: 0,
      accepted: 0,
    };
    this.#byPath.set(made.secretPath, made);
    return made;
  }

  byId(id: string): Registration | undefined {
    return this.all().find((one) => one.id === id);
  }

  /** By an address or a request's target; a tunnel may put a path of its own before ours. */
  byTarget(target: string): Registration | undefined {
    const path = target.split(/[?#]/, 1)[0] ?? '';
    const [folder, last = ''] = path.split('/').slice(-2);
    return folder === FOLDER ? this.#byPath.get(last) : undefined;
  }

  /** Binds addresses that went out with a message to the task that its answer has named by now. */
  learnTasks(): void {
    for (const one of this.#byPath.values()) {
      const task = one.task === undefined ? one.askTask?.() : undefined;
      if (task !== undefined) one.task = task;
      if (one.task !== undefined) delete one.askTask;
    }
  }

  remove(registration: Registration): void {
    this.#byPath.delete(registration.secretPath);
  }
}

/** Takes the next answer out of the list; undefined when it is used up. */
export function nextAnswer(registration: Registration): AnswerStep | undefined {
  const [next] = registration.answers;
  if (!next) return undefined;
  const left = (next.times ?? 1) - 1;
  if (left > 0) registration.answers[0] = { ...next, times: left };
  else registration.answers.shift();
  return next;
}

export const urlOf = (base: string, { secretPath }: Registration): string => `${base}/${FOLDER}/${secretPath}`;

export function registrationView(registration: Registration, base: string | undefined): RegistrationView {
  const { id, agent, task, expected, answers, received, accepted } = registration;
  return {
    id,
    agent,
    ...(task !== undefined && { task }),
    ...(base !== undefined && { url: urlOf(base, registration) }),
    token: TOKEN_PLACEHOLDER,
    ...(expected.authentication && { scheme: expected.authentication.scheme }),
    answers: answers.map((one) => ({ ...one })),
    received,
    accepted,
  };
}
