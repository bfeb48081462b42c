import { checkCard } from '../../shared/a2a/card/checks.ts';
import { chooseInterface, type Supported } from '../../shared/a2a/card/choose-interface.ts';
import { detectCardDialect, dialects } from '../../shared/a2a/dialects/index.ts';
import type { AgentOptions, CardView, Negotiated } from '../../shared/contract/views.ts';
import { isObject, parseJson } from '../../shared/lib/json.ts';
import type { AgentCard } from '../../shared/model/card.ts';
import type { Issue } from '../../shared/model/issue.ts';
import type { AgentRecord } from './agents.ts';

export interface CardReading {
  card: AgentCard;
  issues: Issue[];
  negotiated: Negotiated;
}

/** Keys of which a card has at least one; an answer with none of them is some other JSON. */
const CARD_KEYS = ['supportedInterfaces', 'supported_interfaces', 'url', 'skills', 'capabilities', 'protocolVersion'];

/** Reads the text of a card; a string says in words why it is none. */
export function readCardText(
  raw: string,
  from: { url: string; source: CardView['source'] },
  options: AgentOptions,
  supported: readonly Supported[],
): CardReading | string {
  const parsed = parseJson(raw);
  if (!parsed.ok) return /^\s*</.test(raw) ? 'it is a web page' : `it is no JSON (${parsed.message})`;
  const { value } = parsed;
  if (!isObject(value) || !CARD_KEYS.some((key) => key in value)) return 'it is JSON, but no Agent Card';
  const decoded = dialects[detectCardDialect(value) ?? '1.0'].decodeCard(value);
  if (!decoded.value) return 'it is no Agent Card that can be read';
  const card = decoded.value;
  const { url } = from;
  const issues = [...decoded.issues, ...checkCard({ card, url, supported })];
  if (from.source === 'agent-json') issues.push(oldAddress(url));
  return { card, issues, negotiated: chooseInterface(card, options, supported, url) };
}

/** The interface for an agent, with or without a card. */
export function chooseFor(agent: AgentRecord, options: AgentOptions, supported: readonly Supported[]): Negotiated {
  const reading = agent.card && readCardText(agent.card.raw, agent.card, options, supported);
  if (reading && typeof reading !== 'string') return reading.negotiated;
  return chooseInterface(NO_CARD, options, supported);
}

const NO_CARD: AgentCard = {
  name: '',
  description: '',
  version: '',
  supportedInterfaces: [],
  capabilities: {},
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
};

const oldAddress = (url: string): Issue => ({
  code: 'card-old-address',
  severity: 'note',
  message: `The card is only at the old address ${url}; since version 0.3 it belongs to /.well-known/agent-card.json.`,
  clause: '1.0 §8.2',
  fix: 'Serve the card at /.well-known/agent-card.json as well.',
});
