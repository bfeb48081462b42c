import type { InputOf } from '../../../shared/contract/procedures.ts';
import type { PushCredentialView, TestDeliveryView } from '../../../shared/contract/receiver.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { OperationName } from '../../../shared/model/operation.ts';
import { TOKEN_PLACEHOLDER } from '../../../shared/model/receiver.ts';
import type { CallObserver, SentCall } from '../calls.ts';
import type { EngineParts } from '../parts.ts';
import { changePushConfigs, checkPushConfig, pushConfigsOf } from './push-config.ts';
import type { Receiver } from './receiver.ts';
import { fillStored, type StoredParts, storedCredentials } from './stored.ts';
import { TestDeliveries, type TestDeliveryParts } from './test-delivery.ts';

type Fields = Record<string, unknown>;

/** Push configurations on their way out: to an agent, or to their own address as a test. */
export class OutgoingPush {
  readonly #parts: StoredParts & TestDeliveryParts & Pick<EngineParts, 'signal'>;
  readonly #receiver: Receiver;
  readonly #tests: TestDeliveries;

  constructor(parts: StoredParts & TestDeliveryParts & Pick<EngineParts, 'signal'>, receiver: Receiver) {
    this.#parts = parts;
    this.#receiver = receiver;
    this.#tests = new TestDeliveries(parts);
    receiver.watchTaken((body, check) => this.#tests.taken(body, check));
  }

  /**
   * Looks at the push configurations of a request: refuses one that no agent can use, puts the token and the secrets of
   * stored credentials in the place of their names, and remembers what the agent was told to send along.
   */
  async amend(agent: string, operation: OperationName, request: Fields, endpoint: string): Promise<Reply<Fields>> {
    const filled = new Map<object, Fields>();
    for (const config of pushConfigsOf(operation, request)) {
      const stored = await this.#fill(agent, config, [endpoint]);
      if (!stored.ok) return stored;
      filled.set(config, stored.value);
    }
    return changePushConfigs(operation, request, (written) => this.#complete(agent, filled.get(written) ?? written));
  }

  /** A message that goes out with an address of the receiver may begin a task; its id comes with the answer. */
  watch({ operation, request, recorder }: SentCall): Partial<CallObserver> {
    const given = pushConfigsOf(operation, request).flatMap(({ url }) => this.#receiver.given(url) ?? []);
    if (given.length === 0) return {};
    return {
      number: (exchange) => {
        for (const one of given) if (one.task === undefined) one.askTask = () => recorder.taskOf(exchange);
      },
      outcome: () => this.#parts.signal('receiver'),
    };
  }

  credentials(): PushCredentialView[] {
    return storedCredentials(this.#parts);
  }

  /** Sends a made-up delivery to the address of a configuration, as an agent would. */
  async test({ agent: id, config, elsewhere }: InputOf<'receiver.test'>): Promise<Reply<TestDeliveryView>> {
    const agent = this.#parts.agents.get(id);
    if (!agent) return refused('not-found', `There is no agent "${id}".`);
    const own = this.#receiver.leads(config.url) !== undefined;
    if (!own && config.token === TOKEN_PLACEHOLDER) {
      const message = 'The receiver does not listen at this address now. Start it, and use the local receiver again.';
      return refused('bad-input', message, { field: 'url' });
    }
    const stored = await this.#fill(id, config, []);
    if (!stored.ok) return stored;
    const token = config.token === TOKEN_PLACEHOLDER ? this.#receiver.given(config.url)?.ownToken : config.token;
    const sent = { ...stored.value, token };
    const checked = checkPushConfig(sent);
    if (!checked.ok) return checked;
    return this.#tests.send({ agent, config: sent, own, ...(elsewhere !== undefined && { elsewhere }) });
  }

  #complete(agent: string, config: Fields): Reply<Fields> {
    const checked = checkPushConfig(config);
    if (!checked.ok) return checked;
    const found = this.#receiver.given(config.url);
    if (!found) {
      if (config.token !== TOKEN_PLACEHOLDER) return done(config);
      const message = `${TOKEN_PLACEHOLDER} stands for a token of the receiver, and the push address is none of those it has given out.`;
      return refused('bad-input', message, { field: 'token' });
    }
    if (found.agent !== agent) {
      return refused('bad-input', 'This address of the receiver was made for another agent.', { field: 'url' });
    }
    const filled = config.token === TOKEN_PLACEHOLDER ? { ...config, token: found.ownToken } : config;
    this.#receiver.expect(found, filled);
    return done(filled);
  }

  #fill<C extends Fields>(agent: string, config: C, endpoints: readonly string[]): Promise<Reply<C>> {
    const { url } = config;
    const goes = typeof url === 'string' && this.#receiver.leads(url) !== 'here' ? [...endpoints, url] : endpoints;
    return fillStored(this.#parts, agent, config, goes);
  }
}
