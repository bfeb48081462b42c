import { networkInterfaces } from 'node:os';
import type { InputOf } from '../../../shared/contract/procedures.ts';
import type { ReceiverView, RegistrationView } from '../../../shared/contract/receiver.ts';
import type { Reply, Trouble } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { Body } from '../../../shared/model/entry.ts';
import type { AnswerStep, DeliveryCheck } from '../../../shared/model/receiver.ts';
import { entryAt } from '../entries.ts';
import type { EngineParts } from '../parts.ts';
import type { DeliveryLimits } from './delivery.ts';
import { Intake } from './intake.ts';
import { REGISTRATIONS_LIMIT } from './limits.ts';
import { type Listener, listen } from './listener.ts';
import { checkPushConfig } from './push-config.ts';
import { type Registration, Registrations, registrationView, urlOf } from './registrations.ts';

export interface ReceiverOptions {
  parts: Pick<EngineParts, 'agents' | 'sessions' | 'secrets' | 'signal'>;
  limits?: Partial<DeliveryLimits> & { headTimeoutMs?: number; sockets?: number };
}

const LOOPBACK = '127.0.0.1';

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';
const isAny = (address: string): boolean => /^(?:0\.0\.0\.0|[0:]+)$/.test(address);
const hostOf = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/**
 * Listens for what agents push, off until it is started. Deliveries go into the log of the session that is recorded, with
 * what was found out about their sender; the fold decides what they change.
 */
export class Receiver {
  readonly #parts: ReceiverOptions['parts'];
  readonly #limits: NonNullable<ReceiverOptions['limits']>;
  readonly #registrations = new Registrations();
  readonly #intake: Intake;
  /** Sessions and seqs of deliveries that were accepted. */
  readonly #accepted = new Set<string>();
  #listener: Listener | undefined;
  #starting = false;
  #closed = false;
  #trouble: Trouble | undefined;
  #publicUrl: string | undefined;
  #taken: (body: Body, check: DeliveryCheck) => void = () => undefined;

  constructor({ parts, limits = {} }: ReceiverOptions) {
    this.#parts = parts;
    this.#limits = limits;
    this.#intake = new Intake({
      parts,
      registrations: this.#registrations,
      limits,
      base: () => this.#base(),
      taken: (body, check) => this.#taken(body, check),
    });
  }

  /** Begins to listen; refused while it does so elsewhere. */
  async start({ address = LOOPBACK, port = 0, publicUrl }: InputOf<'receiver.start'>): Promise<Reply<ReceiverView>> {
    if (this.#closed) return refused('aborted', 'Loupe is closing.');
    const shown = publicUrl === undefined || publicUrl.trim() === '' ? done(undefined) : baseOf(publicUrl);
    if (!shown.ok) return shown;
    const running = this.#listener;
    if (running) {
      const same = running.address === address && (port === 0 || port === running.port);
      if (!same) {
        return refused(
          'busy',
          `The receiver listens on ${hostOf(running.address)}:${running.port} already. Stop it first.`,
        );
      }
      this.#publicUrl = shown.value;
      return this.#changed();
    }
    if (this.#starting) return refused('busy', 'The receiver is being started.');
    if (isAny(address) && shown.value === undefined) {
      const message = `Listening on ${address} takes every address of this computer. Give the one under which the agent reaches it as the public URL, or choose one of them.`;
      return refused('bad-input', message, { field: 'publicUrl' });
    }
    this.#starting = true;
    const { headTimeoutMs, sockets } = this.#limits;
    const listening = await listen({
      address,
      port,
      take: (request, response) => {
        // A fault of Loupe must cost no more than this delivery.
        this.#intake.take(request, response).catch(() => request.socket.destroy());
      },
      dropped: () => this.#intake.dropped(),
      ...(headTimeoutMs !== undefined && { headTimeoutMs }),
      ...(sockets !== undefined && { sockets }),
    });
    this.#starting = false;
    this.#trouble = listening.ok ? undefined : listening.error;
    if (!listening.ok) {
      this.#parts.signal('receiver');
      return listening;
    }
    if (this.#closed) {
      await listening.value.close();
      return refused('aborted', 'Loupe is closing.');
    }
    this.#listener = listening.value;
    this.#publicUrl = shown.value;
    this.#intake.begin();
    return this.#changed();
  }

  async stop(): Promise<Reply<ReceiverView>> {
    const listener = this.#listener;
    this.#listener = undefined;
    this.#trouble = undefined;
    this.#intake.stop();
    await listener?.close();
    return this.#changed();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.stop();
  }

  view(): ReceiverView {
    const listener = this.#listener;
    const base = this.#base();
    this.#registrations.learnTasks();
    return {
      state: listener ? 'listening' : this.#trouble ? 'error' : 'stopped',
      ...(this.#trouble && { trouble: this.#trouble }),
      ...(listener && { address: listener.address, port: listener.port }),
      ...(base !== undefined && { base }),
      ...(listener && this.#publicUrl !== undefined && { publicUrl: this.#publicUrl }),
      loopback: !listener || isLoopback(listener.address),
      lan: lanAddresses(),
      registrations: this.#registrations.all().map((one) => registrationView(one, base)),
      counts: this.#intake.counts,
    };
  }

  /** Makes up an address for an agent, and the token that its deliveries have to carry. */
  register({
    agent,
    task,
    token,
    authentication,
    answers = [],
  }: InputOf<'receiver.register'>): Reply<RegistrationView> {
    if (!this.#parts.agents.get(agent)) return refused('not-found', `There is no agent "${agent}".`);
    const base = this.#base();
    if (base === undefined) return refused('not-found', 'The receiver does not listen. Start it first.');
    if (this.#registrations.size >= REGISTRATIONS_LIMIT) {
      return refused('busy', `${REGISTRATIONS_LIMIT} addresses were given out. Take one of them back first.`);
    }
    const known = authentication && { scheme: authentication.scheme, credentials: authentication.credentials };
    const checked = checkPushConfig({ token: token ?? 'made up', ...(known && { authentication: known }) });
    if (!checked.ok) return checked;
    const made = this.#registrations.add({
      agent,
      task,
      token: token || undefined,
      ...(known && { authentication: known }),
    });
    made.answers = answers as AnswerStep[];
    this.#keepSecret(made);
    this.#parts.signal('receiver');
    return done(registrationView(made, base));
  }

  unregister(id: string): Reply<null> {
    const found = this.#registrations.byId(id);
    if (!found) return refused('not-found', `The receiver has no address "${id}".`);
    this.#registrations.remove(found);
    this.#parts.signal('receiver');
    return done(null);
  }

  /** Sets what the next deliveries of a registration are answered. */
  answers(id: string, answers: readonly AnswerStep[]): Reply<RegistrationView> {
    const found = this.#registrations.byId(id);
    if (!found) return refused('not-found', `The receiver has no address "${id}".`);
    found.answers = [...answers];
    this.#parts.signal('receiver');
    return done(registrationView(found, this.#base()));
  }

  /** Records a delivery that was not verified once more, as one that a person wants to count. */
  async accept(seq: number): Promise<Reply<null>> {
    const { live } = this.#parts.sessions;
    const found = await entryAt(live.session, seq);
    if (found?.kind !== 'delivery' || !found.check) return refused('not-found', `There is no delivery ${seq}.`);
    const { fault, verified } = found.check;
    if (verified || (fault !== 'token' && fault !== 'authorization')) {
      return refused('bad-input', 'Only a delivery whose sender is not known can be accepted.');
    }
    const key = `${live.session.id} ${seq}`;
    if (this.#accepted.has(key)) return refused('busy', 'This delivery was accepted already.');
    this.#accepted.add(key);
    const { seq: _seq, at: _at, kind: _kind, check, ...delivery } = found;
    live.delivery({ ...delivery, check: { ...check, verified: true, accepted: seq } });
    return done(null);
  }

  /** Takes back the addresses of an agent that is removed. */
  forget(agent: string): void {
    for (const one of this.#registrations.all()) if (one.agent === agent) this.#registrations.remove(one);
    this.#parts.signal('receiver');
  }

  /** The address that was given out, wherever the receiver listened then. */
  given(url: unknown): Registration | undefined {
    return typeof url === 'string' ? this.#registrations.byTarget(url) : undefined;
  }

  /** Where an address leads at present: `here` without leaving this computer, `outside` on its way to the receiver. */
  leads(url: string): 'here' | 'outside' | undefined {
    const found = this.given(url);
    const base = this.#base();
    if (!found || base === undefined || url !== urlOf(base, found)) return undefined;
    return this.#publicUrl === undefined ? 'here' : 'outside';
  }

  /** Has everything that comes to an address told of that was given out. */
  watchTaken(taken: (body: Body, check: DeliveryCheck) => void): void {
    this.#taken = taken;
  }

  /** Remembers what an agent was told to send along. */
  expect(found: Registration, { token, authentication, taskId }: Record<string, unknown>): void {
    const { scheme, credentials } = (authentication ?? {}) as Record<string, unknown>;
    const both = typeof scheme === 'string' && typeof credentials === 'string';
    found.expected = {
      ...(typeof token === 'string' && token !== '' && { token }),
      ...(both && { authentication: { scheme, credentials } }),
    };
    if (typeof taskId === 'string' && taskId !== '') found.task ??= taskId;
    this.#keepSecret(found);
    this.#parts.signal('receiver');
  }

  #keepSecret({ expected: { token, authentication } }: Registration): void {
    this.#parts.secrets.add(...[token, authentication?.credentials].filter((one): one is string => Boolean(one)));
  }

  #base(): string | undefined {
    const listener = this.#listener;
    return listener && (this.#publicUrl ?? `http://${hostOf(listener.address)}:${listener.port}`);
  }

  #changed(): Reply<ReceiverView> {
    this.#parts.signal('receiver');
    return done(this.view());
  }
}

/** The public URL without its end, or why it is none. */
function baseOf(publicUrl: string): Reply<string> {
  const wrong = refused('bad-input', `${JSON.stringify(publicUrl)} is no http or https address.`, {
    field: 'publicUrl',
  });
  try {
    const { protocol, username, search, hash, origin, pathname } = new URL(publicUrl.trim());
    if ((protocol !== 'http:' && protocol !== 'https:') || username || search || hash) return wrong;
    return done(`${origin}${pathname.replace(/\/+$/, '')}`);
  } catch {
    return wrong;
  }
}

const lanAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) =>
    all
      .filter(({ internal, family }) => !internal && (family as unknown) !== 6 && family !== 'IPv6')
      .map((one) => one.address),
  );
