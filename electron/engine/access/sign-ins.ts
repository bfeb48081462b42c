import type { SignInView } from '../../../shared/contract/access.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import type { Agents } from '../agents.ts';
import type { OAuth, SignIn } from '../oauth/types.ts';
import type { Credentials } from './credentials.ts';
import { isTokenRecord, type TokenRecord, type Tokens } from './tokens.ts';

export interface SignInsOptions {
  credentials: Credentials;
  agents: Pick<Agents, 'get'>;
  oauth: OAuth;
  tokens: Tokens;
  onChange(): void;
}

interface KeptSignIn {
  signIn: SignIn;
  /** What was granted is in the vault, or nothing was. */
  settled: boolean;
}

/** Sign-ins that go on, and how the last one of each credential ended. */
export class SignIns {
  readonly #options: SignInsOptions;
  readonly #kept = new Map<string, KeptSignIn>();

  constructor(options: SignInsOptions) {
    this.#options = options;
  }

  /** Begins one, or joins the one that goes on. */
  start(id: string): Reply<SignInView> {
    const { credentials, oauth } = this.#options;
    const record = this.#record(id);
    if (!record.ok) return record;
    const before = this.#kept.get(id);
    if (before && !before.settled) return done(this.#view(before));
    const agent = this.agentOf(id);
    if (!agent) return refused('not-found', `No agent uses “${record.value.name}”. Choose it for one first.`);
    const secrets = credentials.secretsOf(id);
    if (!secrets.ok) return secrets;
    const kept = { signIn: oauth.signIn(record.value, secrets.value ?? {}, agent), settled: false };
    // The latest is the one that is shown.
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    void this.#settle(record.value, kept);
    return done(this.#view(kept));
  }

  /** Harmless when none goes on. */
  cancel(id: string): void {
    this.#kept.get(id)?.signIn.cancel();
  }

  /** The latest sign-in among some credentials. */
  latest(ids: readonly string[]): SignInView | undefined {
    const found = [...this.#kept].filter(([id]) => ids.includes(id)).pop();
    return found && this.#view(found[1]);
  }

  forget(id: string): void {
    this.cancel(id);
    this.#kept.delete(id);
  }

  /** An agent that uses a credential: requests to the token service go the way that its own go. */
  agentOf(id: string): ReturnType<Agents['get']> {
    const { agents, credentials } = this.#options;
    return credentials.agentsOf(id).flatMap((agent) => agents.get(agent) ?? [])[0];
  }

  #record(id: string): Reply<TokenRecord> {
    const record = this.#options.credentials.get(id);
    if (!record) return refused('not-found', `There is no credential "${id}".`);
    return isTokenRecord(record)
      ? done(record)
      : refused('bad-input', `“${record.name}” is not signed in with: its secret is entered.`);
  }

  async #settle(record: TokenRecord, kept: KeptSignIn): Promise<void> {
    const { credentials, tokens, onChange } = this.#options;
    const granted = await kept.signIn.done;
    // Removed meanwhile.
    if (credentials.get(record.id) && granted.ok) await tokens.keep(record, granted.value);
    kept.settled = true;
    onChange();
  }

  /** Whoever reads `done` may use the token, so it has to be in the vault by then. */
  #view({ signIn, settled }: KeptSignIn): SignInView {
    const view = signIn.view();
    return view.state === 'done' && !settled ? { ...view, state: 'running' } : view;
  }
}
