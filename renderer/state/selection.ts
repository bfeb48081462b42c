import { createStore, useStore } from 'zustand';

/** What the rail has chosen. The centre shows it, the inspector explains `seq`. */
export type Place =
  | { kind: 'start' }
  | { kind: 'agent'; agent: string }
  | { kind: 'context'; agent: string; context: string }
  | { kind: 'task'; agent: string; context?: string; task: string }
  /** Everything in the session. */
  | { kind: 'session' };

export interface Selection {
  place: Place;
  /** Agent the composer sends to; stays while a whole session is on screen. */
  agent?: string;
  /** Tab per kind of place. */
  tabs: Record<string, string>;
  /** Selected row. */
  seq?: number;
  /** Follows the tail of the timeline until the person scrolls up or selects a row. */
  following: boolean;
}

export const selectionStore = createStore<Selection>(() => ({ place: { kind: 'start' }, tabs: {}, following: true }));

export const useSelection = <T>(pick: (selection: Selection) => T): T => useStore(selectionStore, pick);

/** Chooses what the centre shows. */
export function goTo(place: Place, tab?: string): void {
  selectionStore.setState((state) => ({
    place,
    ...('agent' in place ? { agent: place.agent } : {}),
    ...(tab ? { tabs: { ...state.tabs, [tabGroup(place)]: tab } } : {}),
    seq: undefined,
    following: true,
  }));
}

/** Places that offer the same tabs remember one choice together. */
export const tabGroup = (place: Place): string => (place.kind === 'agent' ? 'agent' : 'run');

export function chooseTab(tab: string): void {
  selectionStore.setState((state) => ({ tabs: { ...state.tabs, [tabGroup(state.place)]: tab } }));
}

/** Selecting a row anywhere selects it everywhere, and ends following. */
export function selectRow(seq: number | undefined): void {
  selectionStore.setState({ seq, ...(seq === undefined ? {} : { following: false }) });
}

export function setFollowing(following: boolean): void {
  if (selectionStore.getState().following !== following) selectionStore.setState({ following });
}
