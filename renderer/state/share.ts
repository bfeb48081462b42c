import { createStore, useStore } from 'zustand';

/** A session that is about to leave this computer, and in which form. */
export interface Share {
  session: string;
  as: 'session' | 'har';
}

const store = createStore<{ share?: Share }>(() => ({}));

export const useShare = (): Share | undefined => useStore(store, (state) => state.share);

/** Shows what an export leaves out before anything is written. */
export const shareSession = (session: string, as: Share['as']): void => store.setState({ share: { session, as } });

export const closeShare = (): void => store.setState({}, true);
