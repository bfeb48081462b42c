import { bindingOf, dialectOf } from '../../../shared/a2a/card/choose-interface.ts';
import { isLoopback, parseUrl } from '../../../shared/a2a/card/url.ts';
import type {
  AgentOptions,
  DoctorView,
  InterfaceReach,
  InterfaceVerdict,
  Negotiated,
  SignatureView,
} from '../../../shared/contract/views.ts';
import type { AgentCard, AgentInterface } from '../../../shared/model/card.ts';
import type { Issue, Severity } from '../../../shared/model/issue.ts';

export interface InterfaceRow {
  index: number;
  binding: string;
  version: string;
  url: string;
  tenant?: string;
  /** Requests go here. */
  used: boolean;
  /** Absolute form of `url`. */
  endpoint: string;
  /** What to set to send requests here. */
  force?: Pick<AgentOptions, 'binding' | 'version' | 'endpoint' | 'tenant'>;
  /** What keeps Loupe from using it. */
  unusable?: 'binding' | 'version' | 'url';
  /** Worst finding about this interface. */
  issue?: Issue;
  /** Plain http to another computer. */
  plain: boolean;
  /** What the connection test found from this computer. */
  reach?: InterfaceReach;
  state: 'ok' | 'warning' | 'error' | 'untested';
}

/** The card's interfaces in its own order, with what is known of each. A card may hold anything: nothing is trusted. */
export function interfaceRows(
  card: AgentCard,
  negotiated: Negotiated | undefined,
  issues: readonly Issue[],
  report?: Pick<DoctorView, 'interfaces' | 'outdated'> | null,
): InterfaceRow[] {
  const tested = report?.outdated ? [] : (report?.interfaces ?? []);
  const rows = asList<AgentInterface>(card.supportedInterfaces).map((one, index) => {
    const row = interfaceRow(one, index, negotiated?.verdicts?.[index], issues);
    // The card may have been read again since, with other interfaces.
    const reach = tested.find((other) => other.index === index && other.url === row.url);
    return reach ? { ...row, reach, state: stateWith(row.state, reach) } : row;
  });
  const used = rows[usedIndex(rows, negotiated)];
  if (used) used.used = true;
  return rows;
}

function interfaceRow(
  one: AgentInterface,
  index: number,
  judged: InterfaceVerdict | undefined,
  issues: readonly Issue[],
): InterfaceRow {
  const url = asText(one?.url);
  const tenant = asText(one?.tenant);
  const binding = judged?.binding ?? bindingOf(asText(one?.protocolBinding));
  const version = judged?.dialect ?? dialectOf(asText(one?.protocolVersion));
  const endpoint = judged?.url ?? url;
  const issue = worstAt(issues, `/supportedInterfaces/${index}`);
  const plain = isPlainRemote(endpoint);
  const row: InterfaceRow = {
    index,
    binding: asText(one?.protocolBinding),
    version: asText(one?.protocolVersion),
    url,
    endpoint,
    used: false,
    plain,
    state: stateOf(issue, plain),
  };
  if (tenant) row.tenant = tenant;
  if (issue) row.issue = issue;
  if (!binding || judged?.verdict === 'binding') row.unusable = 'binding';
  else if (!version || judged?.verdict === 'version') row.unusable = 'version';
  else if (!url || judged?.verdict === 'url') row.unusable = 'url';
  else row.force = { binding, version, endpoint, ...(tenant ? { tenant } : {}) };
  return row;
}

function stateOf(issue: Issue | undefined, plain: boolean): InterfaceRow['state'] {
  if (issue?.severity === 'error') return 'error';
  return issue?.severity === 'warning' || plain ? 'warning' : 'untested';
}

/** Reaching an address is more than any rule about it can say, except where the rule knows of trouble. */
function stateWith(state: InterfaceRow['state'], { verdict }: InterfaceReach): InterfaceRow['state'] {
  if (verdict === 'failed') return 'error';
  if (verdict === 'skipped' || state === 'error') return state;
  return verdict === 'warning' || state === 'warning' ? 'warning' : 'ok';
}

/** A forced endpoint is no index of the card, even when it is an address that the card names. */
function usedIndex(rows: readonly InterfaceRow[], negotiated: Negotiated | undefined): number {
  if (!negotiated) return -1;
  if (negotiated.index >= 0) return negotiated.index;
  return rows.findIndex(
    ({ force }) =>
      force?.endpoint === negotiated.url &&
      force.binding === negotiated.binding &&
      force.version === negotiated.dialect,
  );
}

const RANK: Record<Severity, number> = { error: 2, warning: 1, note: 0 };

/** The worst finding at a place of the card or below it. */
export function worstAt(issues: readonly Issue[], pointer: string): Issue | undefined {
  let worst: Issue | undefined;
  for (const issue of issues) {
    if (issue.pointer !== pointer && !issue.pointer?.startsWith(`${pointer}/`)) continue;
    if (!worst || RANK[issue.severity] > RANK[worst.severity]) worst = issue;
  }
  return worst;
}

function isPlainRemote(address: string): boolean {
  const url = parseUrl(address);
  return url?.protocol === 'http:' && !isLoopback(url.hostname);
}

/** True when the person, and not the card, chose the interface. */
export const isForced = (options: AgentOptions): boolean =>
  options.binding !== undefined || options.version !== undefined || options.endpoint !== undefined;

/** The options with this interface forced. */
export const forced = (options: AgentOptions, row: InterfaceRow): AgentOptions => ({
  ...automatic(options),
  ...row.force,
});

/** The options with the choice left to the card. A tenant of the person's own goes with the endpoint it was meant for. */
export function automatic(options: AgentOptions): AgentOptions {
  const { binding: _binding, version: _version, endpoint, tenant, ...rest } = options;
  return tenant !== undefined && endpoint === undefined ? { ...rest, tenant } : rest;
}

/** The options with one extension asked for, or no longer. */
export function withExtension(options: AgentOptions, uri: string, on: boolean): AgentOptions {
  const others = (options.extensions ?? []).filter((known) => known !== uri);
  return { ...options, extensions: on ? [...others, uri] : others };
}

/** The capabilities of 1.0 §4.4.3: each is yes, no, or not said, and not said is no promise either way. */
export function capabilityRows(card: AgentCard): { name: CapabilityName; says: 'true' | 'false' | 'unsaid' }[] {
  const capabilities = (card.capabilities ?? {}) as Record<string, unknown>;
  return CAPABILITIES.map((name) => {
    const value = capabilities[name];
    return { name, says: value === true ? 'true' : value === false ? 'false' : 'unsaid' };
  });
}

const CAPABILITIES = ['streaming', 'pushNotifications', 'extendedAgentCard'] as const;
export type CapabilityName = (typeof CAPABILITIES)[number];

export type SignatureState = SignatureView['state'] | 'unsigned';

/** One word for all signatures of a card: one that is trusted is enough (1.0 §8.4.3). */
export function signatureState(signatures: readonly SignatureView[]): SignatureState {
  const states = signatures.map(({ state }) => state);
  if (states.includes('trusted')) return 'trusted';
  if (states.includes('invalid')) return 'invalid';
  return states.length > 0 ? 'cannot-check' : 'unsigned';
}

/** Characters of an address before its path loses its middle. */
const URL_CHARS = 72;

/** An address with the middle of its path left out; scheme and host always stay whole. */
export function shortUrl(url: string, limit = URL_CHARS): string {
  if (url.length <= limit) return url;
  const path = url.indexOf('/', url.indexOf('://') < 0 ? 0 : url.indexOf('://') + 3);
  if (path < 0) return url;
  const tail = Math.max(8, Math.floor((limit - path) / 2));
  const head = Math.max(path + 1, limit - tail - 1);
  return head + tail >= url.length ? url : `${url.slice(0, head)}…${url.slice(-tail)}`;
}

/** Bytes of a text as UTF-8. */
export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

/** A list that may be anything in a hostile card. */
export const asList = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []);

/** A text that may be anything in a hostile card. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The texts of a list, whatever else it holds. */
export const asTexts = (value: unknown): string[] =>
  asList(value).filter((one): one is string => typeof one === 'string');
