import { stateName } from '../reading/spelling.ts';

/* What a leaf of the wire may have become. Everything else has to be found again under its own key. */

/** Names of 0.3 (and of 0.1, and of the JS server's internal card) and what they are called in 1.0. */
const RENAMED: Record<string, string[]> = {
  bytes: ['raw'],
  fileWithBytes: ['raw'],
  uri: ['url'],
  fileWithUri: ['url'],
  name: ['filename'],
  mimeType: ['mediaType'],
  schemes: ['scheme'],
  value: ['data'],
  transport: ['protocolBinding'],
  preferredTransport: ['protocolBinding'],
  supportsAuthenticatedExtendedCard: ['extendedAgentCard'],
  in: ['location'],
  sessionId: ['contextId'],
  security: ['list'],
};

/** Tells forms apart that 1.0 tells apart by keys. */
const DISCRIMINATORS: Record<string, unknown[]> = {
  kind: ['task', 'message', 'status-update', 'artifact-update', 'text', 'file', 'data'],
  type: ['text', 'file', 'data', 'http', 'apiKey', 'oauth2', 'openIdConnect', 'mutualTLS'],
  $case: ['apiKeySecurityScheme', 'httpAuthSecurityScheme', 'oauth2SecurityScheme'],
  data_part_compat: [true],
};

/** 0.3 cards name the main address twice. */
export const REPEATED = ['url', 'transport', 'preferredTransport'];

type Leaf = [key: string, value: string | number | boolean];

function leaves(value: unknown, key = '', found: Leaf[] = []): Leaf[] {
  if (Array.isArray(value)) for (const item of value) leaves(item, key, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) leaves(item, name, found);
  } else if (value !== null && value !== undefined) found.push([key, value as Leaf[1]]);
  return found;
}

const text = ([key, value]: Leaf): string => `${key}=${JSON.stringify(value)}`;

/** Leaves of `wire` that `decoded` does not hold any more, under their own key or an agreed one. */
export function lost(wire: unknown, decoded: unknown, repeated: readonly string[] = []): string[] {
  const held = new Map<string, number>();
  for (const leaf of leaves(decoded)) held.set(text(leaf), (held.get(text(leaf)) ?? 0) + 1);
  const seen = new Set<string>();
  const missing: string[] = [];
  for (const [key, value] of leaves(wire)) {
    if (DISCRIMINATORS[key]?.includes(value)) continue;
    const names = [key, ...(RENAMED[key] ?? [])];
    const values = [value];
    if (key === 'state') values.push(stateName(String(value)) ?? value);
    if (key === 'role') values.push(`ROLE_${String(value).toUpperCase()}`);
    const options = names.flatMap((name) => values.map((option) => text([name, option])));
    const option = options.find((one) => (held.get(one) ?? 0) > 0);
    if (option !== undefined) held.set(option, (held.get(option) ?? 0) - 1);
    else if (!(repeated.includes(key) && seen.has(String(value)))) missing.push(text([key, value]));
    seen.add(String(value));
  }
  return missing;
}
