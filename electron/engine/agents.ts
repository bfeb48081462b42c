import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { AgentOptions, AgentView, ConnectionState, Negotiated } from '../../shared/contract/views.ts';
import { isObject } from '../../shared/lib/json.ts';
import type { Trouble } from '../../shared/lib/result.ts';
import { forgottenSecrets, keptOptions, maskedOptions } from './option-secrets.ts';
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

/** The agents of one person, kept in `agents.json`. Secret header values, keys and passwords are never written there. */
export class Agents {
  /** What happened when the file could not be read; it was kept aside then. */
  readonly problem: string | undefined;
  readonly #path: string | undefined;
  readonly #agents = new Map<string, AgentRecord>();
  readonly #onChange: () => void;

  /** Without a folder nothing is read or written. */
  constructor(folder: string | undefined, onChange: () => void) {
    this.#onChange = onChange;
    this.#path = folder === undefined ? undefined : join(folder, 'agents.json');
    if (this.#path === undefined) return;
    const file = readJsonFile(this.#path);
    if (file.state === 'unreadable') {
      const kept = file.keptAs ? ` It was kept as ${file.keptAs}.` : '';
      this.problem = `The list of agents could not be read (${file.message}).${kept}`;
    }
    const kept = file.state === 'read' && isObject(file.value) ? file.value.agents : undefined;
    if (Array.isArray(kept)) for (const agent of kept) this.#take(agent);
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
  }

  /** Saves the list and tells the pages. Throws when the file system refuses. */
  changed(): void {
    this.#onChange();
    if (this.#path === undefined) return;
    const agents = this.list().map(({ connection, error, negotiated, cardName, ...kept }) => ({
      ...kept,
      options: keptOptions(kept.options),
    }));
    writeFileSafely(this.#path, `${JSON.stringify({ version: FILE_VERSION, agents }, null, 1)}\n`);
  }

  #take(value: unknown): void {
    if (!isObject(value) || typeof value.id !== 'string' || typeof value.url !== 'string') return;
    const options = isObject(value.options) ? value.options : {};
    const { id, url } = value;
    this.#agents.set(id, { ...(value as unknown as KeptAgent), id, url, options, connection: 'idle' });
  }
}

/** What pages see of an agent: names and masks, never a secret. */
export function agentView(agent: AgentRecord): AgentView {
  const { id, url, connection, lastSeen, error, negotiated, sample } = agent;
  const host = hostOf(url);
  const forgotten = forgottenSecrets(agent.options);
  return {
    id,
    url,
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
