import type { Skill } from './scenarios/scenario.ts';

/** What both card shapes are written from. */
export interface AgentDescription {
  /** `http://127.0.0.1:PORT`; serves a page about the agent. */
  origin: string;
  /** Address of the JSON-RPC endpoint. */
  endpoint: string;
  skills: readonly Skill[];
}

const name = 'Sample agent';
const description =
  'A small agent that runs on this computer and speaks A2A 1.0 and 0.3. The first word of a message decides what it does: it streams ' +
  'text, thinks aloud, uses tools, asks questions, writes files, works slowly and fails on request. Send "help" for the list.';
const version = '1.0.0';
const organization = 'Loupe';
const defaultInputModes = ['text/plain', 'application/json'];
const defaultOutputModes = [
  'text/plain',
  'text/markdown',
  'application/json',
  'application/yaml',
  'text/csv',
  'image/png',
];

/** Named in `A2A-Extensions` by clients that want it; the metadata is sent whether they do or not. */
export const traceExtension = {
  uri: 'urn:loupe:sample-agent:trace:v1',
  description: 'Tool calls, thinking and token usage, written to the metadata of status updates under "iac_code".',
  required: false,
  params: { metadataKey: 'iac_code', kinds: ['tool', 'thinking', 'usage'] },
};

const capabilities = { streaming: true, pushNotifications: false, extensions: [traceExtension] };

/** The card in its 1.0 shape: both versions at one address, 1.0 preferred. */
export function card10(agent: AgentDescription) {
  const address = { url: agent.endpoint, protocolBinding: 'JSONRPC' };
  return {
    name,
    description,
    supportedInterfaces: [
      { ...address, protocolVersion: '1.0' },
      { ...address, protocolVersion: '0.3' },
    ],
    provider: { organization, url: `${agent.origin}/` },
    version,
    capabilities: { ...capabilities, extendedAgentCard: true },
    defaultInputModes,
    defaultOutputModes,
    skills: agent.skills,
  };
}

/** The card in its 0.3 shape, with nothing of 1.0 in it. */
export function card03(agent: AgentDescription) {
  return {
    ...address03(agent),
    name,
    description,
    provider: { organization, url: `${agent.origin}/` },
    version,
    capabilities: { ...capabilities, stateTransitionHistory: false },
    defaultInputModes,
    defaultOutputModes,
    skills: agent.skills,
    supportsAuthenticatedExtendedCard: true,
  };
}

/**
 * The 1.0 card with the address members of 0.3 added, for a reader that names no version: clients of 0.3 never send the
 * version header and need `url`, and a 1.0 reader ignores members it does not know.
 */
export function cardForAnyone(agent: AgentDescription) {
  return { ...card10(agent), ...address03(agent), supportsAuthenticatedExtendedCard: true };
}

function address03(agent: AgentDescription) {
  return { protocolVersion: '0.3.0', url: agent.endpoint, preferredTransport: 'JSONRPC' };
}
