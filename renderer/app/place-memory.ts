import type { AgentView } from '../../shared/contract/views.ts';
import { isObject } from '../../shared/lib/json.ts';
import { logStore } from '../state/log.ts';
import { type Place, selectionStore } from '../state/selection.ts';
import { setSetting, settingsStore } from '../state/settings.ts';

interface Kept {
  session: string;
  place: Place;
  agent?: string;
}

/** Writes down place and tabs whenever they change. */
export function keepPlace(): void {
  selectionStore.subscribe((state, before) => {
    if (state.tabs !== before.tabs) setSetting('tabs', state.tabs);
    if (state.place === before.place && state.agent === before.agent) return;
    const kept: Kept = { session: logStore.getState().session, place: state.place };
    if (state.agent !== undefined) kept.agent = state.agent;
    setSetting('lastPlace', kept);
  });
}

/** Goes back to what was on screen, as far as it still exists. */
export function restorePlace(liveSession: string, agents: readonly AgentView[]): void {
  const { tabs, lastPlace } = settingsStore.getState();
  selectionStore.setState({ tabs, ...placeToStart(lastPlace, liveSession, agents) });
}

/** Runs live in their session: in another one, only the agent of the last place is left, or else the first agent. */
export function placeToStart(
  kept: unknown,
  liveSession: string,
  agents: readonly { id: string }[],
): { place: Place; agent?: string } {
  const known = (agent: unknown) => agents.some((one) => one.id === agent);
  const last = readKept(kept);
  const agent = last?.agent !== undefined && known(last.agent) ? last.agent : agents[0]?.id;
  if (agent === undefined) return { place: { kind: 'start' } };
  if (last?.session === liveSession && (!('agent' in last.place) || known(last.place.agent)))
    return { place: last.place, agent };
  return { place: { kind: 'agent', agent }, agent };
}

const PLACE_IDS: Record<Place['kind'], readonly string[]> = {
  start: [],
  session: [],
  agent: ['agent'],
  context: ['agent', 'context'],
  task: ['agent', 'task'],
};

function readKept(kept: unknown): Kept | undefined {
  if (!isObject(kept) || typeof kept.session !== 'string' || !isObject(kept.place)) return undefined;
  const { place } = kept;
  const ids = PLACE_IDS[place.kind as Place['kind']];
  if (!ids?.every((id) => typeof place[id] === 'string')) return undefined;
  return {
    session: kept.session,
    place: place as unknown as Place,
    ...(typeof kept.agent === 'string' ? { agent: kept.agent } : {}),
  };
}
