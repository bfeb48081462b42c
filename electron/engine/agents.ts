import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { AgentOptions, AgentView, ConnectionState, Negotiated } from '../../shared/contract/views.ts';
import { isObject } from '../../shared/lib/json.ts';
import type { Trouble } from '../../shared/lib/result.ts';
import type { SecretRecord, SecretValues, Vault } from './access/seams.ts';
import { headerSecrets, MASK, maskUrl, urlSecrets } from './mask.ts';
import { maskDeep } from './masking/deep.ts';
import {
  forgottenSecrets,
  keptOptions,
  maskedOptions,
  optionSecrets,
  withoutMaskedHeaders,
  withSecrets,
} from './option-secrets.ts';
import { readJsonFile, writeFileSafely } from './store/safe-file.ts';

/** A card as it was received. */
export interface StoredCard {
  raw: string;
  url: string;
  source: 'well-known' | 'agent-json' | 'direct';
  etag?: string;
  /** RFC 3339. */
  fetchedAt: string;
}

/** What is kept of an agent between two runs. */
interface KeptAgent {
  id: string;
  url: string;
  name?: string;
  options: AgentOptions;
  sample?: true;
  lastSeen?: string;
  card?: StoredCard;
}

/** One agent of the list. */
export interface AgentRecord extends KeptAgent {
  connection: ConnectionState;
  error?: Trouble;
  negotiated?: Negotiated;
  /** Name on the card. */
  cardName?: string;
}

const FILE_VERSION = 1;

export interface AgentsOptions {
  /** Without a folder nothing is read or written. */
  folder: string | undefined;
  vault: Vault;
  secrets: SecretValues;
  onChange(): void;
  onRemove?(id: string): void;
}

/** Id of an agent's secrets in the vault. */
const vaultId = (id: string): string => `agent:${id}`;

/**
 * The agents of one person, kept in `agents.json`. Secret header values, keys and passwords are never written there; they
 * lie in the vault when it keeps anything, and are forgotten at the end otherwise.
 */
export class Agents {
  /** What happened when the file could not be read; it was kept aside then. */
  readonly problem: string | undefined;
  readonly #options: AgentsOptions;
  readonly #path: string | undefined;
  readonly #agents = new Map<string, AgentRecord>();
  /** What the vault has of each agent. */
  readonly #known = new Map<string, SecretRecord>();

  constructor(options: AgentsOptions) {
    this.#options = options;
    this.#path = options.folder === undefined ? undefined : join(options.folder, 'agents.json');
    if (this.#path === undefined) return;
    const file = readJsonFile(this.#path);
    if (file.state === 'unreadable') {
      const kept = file.keptAs ? ` It was kept as ${file.keptAs}.` : '';
      this.problem = `The list of agents could not be read (${file.message}).${kept}`;
    }
    const kept = file.state === 'read' && isObject(file.value) ? file.value.agents : undefined;
    if (Array.isArray(kept)) for (const agent of kept) this.#take(agent);
    for (const agent of this.#agents.values()) this.#fill(agent);
  }

  list(): AgentRecord[] {
    return [...this.#agents.values()];
  }

  get(id: string): AgentRecord | undefined {
    return this.#agents.get(id);
  }

  find(matches: (agent: AgentRecord) => boolean): AgentRecord | undefined {
    return this.list().find(matches);
  }

  add(agent: Pick<KeptAgent, 'url' | 'options' | 'sample'>): AgentRecord {
    const record: AgentRecord = { id: `agent-${randomBytes(4).toString('hex')}`, connection: 'idle', ...agent };
    this.#agents.set(record.id, record);
    return record;
  }

  remove(id: string): void {
    this.#agents.delete(id);
    this.#known.delete(id);
    void this.#options.vault.remove(vaultId(id));
    this.#options.onRemove?.(id);
  }

  /** The vault was opened, locked or changed. */
  vaultChanged(): void {
    let changed = false;
    for (const agent of this.#agents.values()) changed = this.#fill(agent) || changed;
    this.#putSecrets();
    if (changed) this.#options.onChange();
  }

  /** Leaves of every agent what would be left after a restart without a vault. */
  forgetSecrets(): void {
    for (const agent of this.#agents.values()) {
      agent.options = keptOptions(agent.options);
      agent.url = maskUrl(agent.url);
    }
    this.#known.clear();
    this.#options.onChange();
  }

  /** Saves the list and tells the pages. Throws when the file system refuses. */
  changed(): void {
    this.#putSecrets();
    this.#options.onChange();
    if (this.#path === undefined) return;
    const agents = this.list().map(({ connection, error, negotiated, cardName, ...kept }) => ({
      ...kept,
      url: maskUrl(kept.url),
      options: keptOptions(kept.options),
    }));
    // A card may repeat what it was asked with.
    const masked = maskDeep(agents, this.#options.secrets).map((agent) => ({
      ...agent,
      options: withoutMaskedHeaders(agent.options),
    }));
    writeFileSafely(this.#path, `${JSON.stringify({ version: FILE_VERSION, agents: masked }, null, 1)}\n`);
  }

  /** Takes over what the vault has, and gives up what it has locked away. True when something changed. */
  #fill(agent: AgentRecord): boolean {
    const reply = this.#options.vault.get(vaultId(agent.id));
    const known = this.#known.get(agent.id);
    if (!reply.ok) {
      if (known) {
        agent.options = keptOptions(agent.options);
        agent.url = maskUrl(agent.url);
      }
      return this.#known.delete(agent.id);
    }
    if (!reply.value || (known && isSame(known, reply.value))) return false;
    agent.options = withSecrets(agent.options, reply.value);
    if (agent.url.includes(MASK) && reply.value.url !== undefined) agent.url = reply.value.url;
    this.#known.set(agent.id, reply.value);
    this.#options.secrets.add(...plainSecrets(agent));
    return true;
  }

  /** Gives new secrets to the vault. What cannot be read there stays until something else is entered. */
  #putSecrets(): void {
    const { vault, secrets } = this.#options;
    const { kind, locked } = vault.view();
    for (const agent of this.#agents.values()) {
      const { id, options, url } = agent;
      secrets.add(...plainSecrets(agent));
      // An agent that is not kept is not found again by its id.
      if (this.#path === undefined || kind === 'session' || locked) continue;
      const secretUrl = !url.includes(MASK) && maskUrl(url) !== url;
      const now = { ...optionSecrets(options), ...(secretUrl && { url }) };
      if (isSame(now, this.#known.get(id) ?? {})) continue;
      this.#known.set(id, now);
      void (Object.keys(now).length > 0 ? vault.put(vaultId(id), now, 'vault') : vault.remove(vaultId(id)));
    }
  }

  #take(value: unknown): void {
    if (!isObject(value) || typeof value.id !== 'string' || typeof value.url !== 'string') return;
    const options = isObject(value.options) ? value.options : {};
    const { id, url } = value;
    this.#agents.set(id, { ...(value as unknown as KeptAgent), id, url, options, connection: 'idle' });
  }
}

const isSame = (a: SecretRecord, b: SecretRecord): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Every value as it was meant, and what follows the scheme word of a header line. */
const plainSecrets = ({ options, url }: Pick<AgentRecord, 'options' | 'url'>): string[] => [
  ...Object.values(optionSecrets(options)),
  ...headerSecrets(options.headers ?? []),
  ...(options.proxy?.use === 'url' ? urlSecrets(options.proxy.url) : []),
  ...urlSecrets(url),
];

/** What pages see of an agent: names and masks, never a secret. */
export function agentView(agent: AgentRecord): AgentView {
  const { id, url, connection, lastSeen, error, negotiated, sample } = agent;
  const host = hostOf(url);
  const forgotten = forgottenSecrets(agent.options);
  return {
    id,
    url: maskUrl(url),
    name: agent.name ?? agent.cardName ?? host,
    host,
    connection,
    options: maskedOptions(agent.options),
    ...(lastSeen && { lastSeen }),
    ...(error && { error }),
    ...(negotiated && { negotiated }),
    ...(sample && { sample }),
    ...(forgotten.length > 0 && { forgotten }),
  };
}

function hostOf(url: string): string {
  try {
    return new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`).host;
  } catch {
    return url;
  }
}
