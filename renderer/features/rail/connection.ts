import type { AgentView, ConnectionState } from '../../../shared/contract/views.ts';
import { t } from '../../strings/index.ts';
import type { IconName } from '../../ui/icons.ts';

/** Glyph and colour of a connection; the word is `connection.<state>`. */
export const CONNECTION: Record<ConnectionState, { icon: IconName; tone: string; spin?: true }> = {
  idle: { icon: 'circle', tone: 't3' },
  connecting: { icon: 'loader', tone: 't2', spin: true },
  connected: { icon: 'check', tone: 'tone-ok' },
  'needs-access': { icon: 'lock', tone: 'tone-warn' },
  unreachable: { icon: 'triangle', tone: 'tone-danger' },
};

/** Second line of an agent: its host, or what keeps it from being used. */
export function secondLine(agent: AgentView): string {
  if (agent.connection === 'connecting') return t('rail.agents.reading');
  if (agent.connection !== 'unreachable') return agent.host;
  if (!agent.lastSeen) return t('rail.agents.unreachable');
  const time = new Date(agent.lastSeen).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return t('rail.agents.unreachable.since', { time });
}
