import type { AgentOptions, AgentView, CardView, Negotiated } from '../../shared/contract/views.ts';
import { done, type Reply } from '../../shared/lib/result.ts';
import type { BindingId, DialectId } from '../../shared/model/entry.ts';
import type { Engine } from '../engine/engine.ts';
import { type Access, createAccess } from './access.ts';
import { type Arguments, all, headerLines, text } from './arguments.ts';
import { type GivenAccess, NOBODY } from './credentials.ts';
import type { Terminal } from './terminal.ts';
import { proxyChoice, readTlsFiles } from './tls-files.ts';

/** The part of the engine that commands use. */
export type CommandEngine = Pick<Engine, 'call' | 'openFeed'>;

/** An agent of the live session, ready for operations. */
export interface Connection {
  engine: CommandEngine;
  terminal: Terminal;
  session: string;
  agent: AgentView;
  /** Absent when the card could not be read but an endpoint was named on the command line. */
  card?: CardView;
  negotiated?: Negotiated;
}

/** What the connection options override; an absent one leaves the choice to the card. */
export async function agentOptions(args: Arguments, terminal: Terminal): Promise<Reply<AgentOptions>> {
  const options: AgentOptions = {};
  const tls = await readTlsFiles(args, terminal.env);
  if (!tls.ok) return tls;
  const proxy = proxyChoice(args);
  if (tls.value) options.tls = tls.value;
  if (proxy) options.proxy = proxy;
  const version = text(args, 'version');
  const binding = text(args, 'binding');
  const endpoint = text(args, 'endpoint');
  const tenant = text(args, 'tenant');
  const extensions = all<string>(args, 'extension');
  const headers = headerLines(args, 'header');
  if (version) options.version = version as DialectId;
  if (binding) options.binding = binding as BindingId;
  if (endpoint) options.endpoint = endpoint;
  if (tenant !== undefined) options.tenant = tenant;
  if (extensions.length > 0) options.extensions = extensions;
  if (headers.length > 0) options.headers = headers;
  return done(options);
}

/** Adds the agent and enters what of its credentials needs no card. Nothing was sent to it yet. */
export async function introduce(
  engine: CommandEngine,
  terminal: Terminal,
  url: string,
  options: AgentOptions,
  given: GivenAccess,
): Promise<Reply<{ agent: AgentView; access: Access }>> {
  const added = await engine.call('agents.add', { url, options, connect: false });
  if (!added.ok) return added;
  const access = createAccess(engine, terminal, added.value, given);
  const begun = await access.begin();
  return begun.ok ? done({ agent: added.value, access }) : begun;
}

/**
 * Reads the agent's card and settles which interface is used. Without a card, `--endpoint` is enough to go on. A card that
 * is refused is asked for again when there are credentials that waited for it.
 */
export async function connect(
  engine: CommandEngine,
  terminal: Terminal,
  url: string,
  options: AgentOptions,
  given: GivenAccess = NOBODY,
): Promise<Reply<Connection>> {
  const info = await engine.call('app.info', {});
  if (!info.ok) return info;
  const introduced = await introduce(engine, terminal, url, options, given);
  if (!introduced.ok) return introduced;
  const { access } = introduced.value;
  const { id } = introduced.value.agent;
  let card = await engine.call('card.fetch', { agent: id });
  if (access.waiting) {
    const finished = await access.finish(card.ok ? card.value.card : undefined);
    if (!finished.ok) return finished;
    if (!card.ok) card = await engine.call('card.fetch', { agent: id });
  }
  if (!card.ok && !options.endpoint) return card;
  const agents = await engine.call('agents.list', {});
  if (!agents.ok) return agents;
  const agent = agents.value.find((known) => known.id === id) ?? introduced.value.agent;
  return done({
    engine,
    terminal,
    session: info.value.liveSession,
    agent,
    card: card.ok ? card.value : undefined,
    negotiated: agent.negotiated ?? (card.ok ? card.value.negotiated : undefined),
  });
}
