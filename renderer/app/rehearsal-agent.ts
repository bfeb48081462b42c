import type { AgentView, CardView } from '../../shared/contract/views.ts';
import type { Negotiated } from '../../shared/model/agent.ts';

const URL = 'http://127.0.0.1/';
const TIME = '2026-01-01T00:00:00Z';

const negotiated: Negotiated = {
  url: URL,
  binding: 'JSONRPC',
  dialect: '1.0',
  protocolVersion: '1.0',
  index: 0,
  why: 'only-supported',
  reason: 'The only entry.',
  verdicts: [],
};

/** An agent that is made up, of which nothing is ever asked. */
export const REHEARSAL_AGENT: AgentView = {
  id: 'rehearsal',
  url: URL,
  name: 'Agent',
  host: '127.0.0.1',
  connection: 'connected',
  options: {},
  lastSeen: TIME,
  negotiated,
};

/** Its card, with something in every box that most cards fill. */
export const REHEARSAL_CARD: CardView = {
  agent: REHEARSAL_AGENT.id,
  raw: '{}',
  url: URL,
  source: 'well-known',
  fetchedAt: TIME,
  notModified: false,
  issues: [],
  signatures: [],
  negotiated,
  card: {
    name: 'Agent',
    description: 'An agent.',
    version: '1',
    provider: { organization: 'Somebody', url: URL },
    supportedInterfaces: [{ url: URL, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true, pushNotifications: true, extensions: [{ uri: URL }] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'skill', name: 'Skill', description: 'A skill.', tags: ['tag'], examples: ['Do it.'] }],
    signatures: [],
  },
};
