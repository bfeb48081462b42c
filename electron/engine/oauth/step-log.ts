import type { AuthStepView, SignInView } from '../../../shared/contract/access.ts';
import type { ServiceAnswer } from './ask.ts';

/** One step while it goes on. */
export interface Step {
  /** Ends it, or says how it stands. `answer` fills the right-hand column. */
  set(state: AuthStepView['state'], change?: { text?: string; detail?: string; answer?: ServiceAnswer }): void;
}

/** What pages see of a sign-in. */
export class StepLog {
  readonly #view: SignInView;
  readonly #now: () => number;
  readonly #changed: () => void;

  constructor(credential: string, now: () => number, changed: () => void) {
    this.#view = { credential, state: 'running', steps: [] };
    this.#now = now;
    this.#changed = changed;
  }

  view(): SignInView {
    return { ...this.#view, steps: this.#view.steps.map((step) => ({ ...step })) };
  }

  change(change: Partial<SignInView>): void {
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) delete (this.#view as unknown as Record<string, unknown>)[name];
      else Object.assign(this.#view, { [name]: value });
    }
    this.#changed();
  }

  step(text: string, state: AuthStepView['state'] = 'running', detail?: string): Step {
    const { steps } = this.#view;
    const view: AuthStepView = {
      id: String(steps.length + 1),
      at: new Date(this.#now()).toISOString(),
      state,
      text,
      ...(detail !== undefined && { detail }),
    };
    steps.push(view);
    this.#changed();
    return {
      set: (next, { text: words, detail: fact, answer } = {}) => {
        view.state = next;
        if (words !== undefined) view.text = words;
        const column = fact ?? (answer && answerColumn(answer));
        if (column !== undefined) view.detail = column;
        if (answer?.exchange !== undefined) view.exchange = answer.exchange;
        this.#changed();
      },
    };
  }

  /** Whatever still goes on has come to its end. */
  settle(state: 'ok' | 'failed'): void {
    for (const step of this.#view.steps) {
      if (step.state === 'running' || step.state === 'waiting') step.state = state;
    }
  }
}

/** `200 · 61 ms`, or `401 invalid_client`. */
function answerColumn({ status, ms, error }: ServiceAnswer): string | undefined {
  if (status === undefined) return undefined;
  if (error !== undefined) return `${status} ${error}`;
  return ms === undefined ? String(status) : `${status} · ${Math.round(ms)} ms`;
}
