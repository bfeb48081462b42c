import { done, type Reply } from '../../../shared/lib/result.ts';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import type { Pass } from '../access/access.ts';
import type { AgentRecord } from '../agents.ts';
import type { Way } from '../connections.ts';
import { agentOrigin, isTrusted, originOf } from '../origins.ts';
import type { EngineParts } from '../parts.ts';

/** What a request for a file is made with. */
export interface FilePass {
  way: Way;
  headers: HeaderLines;
  query: [name: string, value: string][];
  /** Absent when nothing that was entered for the agent goes along. */
  pass?: Pass;
}

type Needed = Pick<EngineParts, 'access' | 'consents' | 'connections'>;

/**
 * Credentials go to the origin they were entered for, and where the person has said so before. Anywhere else the file is
 * asked for as anybody would, and nobody is asked about it.
 */
export async function filePass(parts: Needed, agent: AgentRecord, url: string): Promise<Reply<FilePass>> {
  const destination = { agent, options: agent.options, url };
  const pass = await parts.access.pass(destination);
  if (!pass.ok) return pass.error.code === 'consent' ? barePass(parts, agent, url) : pass;
  const { way, headers, query, used } = pass.value;
  const sent = parts.consents.answer(agentOrigin(agent) ?? '', originOf(url) ?? url) === 'send';
  if (used.length === 0 && !sent && !isTrusted(agent, agent.options, url)) return barePass(parts, agent, url);
  return done({ way, headers, query, pass: pass.value });
}

/** Without credentials, typed header lines and client certificate. */
export async function barePass({ connections }: Needed, agent: AgentRecord, url: string): Promise<Reply<FilePass>> {
  const way = await connections.for(agent, agent.options, url, false);
  return way.ok ? done({ way: way.value, headers: [], query: [] }) : way;
}
