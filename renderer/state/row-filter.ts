import { createStore, useStore } from 'zustand';
import type { Lane } from '../../shared/model/row.ts';

/** What narrows the lists of rows; it holds while the person moves between the views of a run. */
interface RowFilter {
  text: string;
  hidden: ReadonlySet<Lane>;
}

const NOTHING: RowFilter = { text: '', hidden: new Set() };

const rowFilterStore = createStore<RowFilter>(() => NOTHING);

export const useRowFilter = (): RowFilter => useStore(rowFilterStore);

export const setFilterText = (text: string): void => rowFilterStore.setState({ text });

/** Shows everything again. */
export const clearRowFilter = (): void => rowFilterStore.setState(NOTHING);

/** Hides or shows the rows of a lane. */
export function toggleLane(lane: Lane): void {
  rowFilterStore.setState(({ hidden }) => {
    const next = new Set(hidden);
    if (!next.delete(lane)) next.add(lane);
    return { hidden: next };
  });
}
