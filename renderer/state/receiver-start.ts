import { createStore, useStore } from 'zustand';
import type { InputOf } from '../../shared/contract/procedures.ts';

/** Where the receiver is to listen, as typed; it holds while the window is open. */
export interface StartDraft {
  address: string;
  /** Empty: any that is free. */
  port: string;
  publicUrl: string;
}

export const LOOPBACK = '127.0.0.1';

const store = createStore<StartDraft>(() => ({ address: LOOPBACK, port: '', publicUrl: '' }));

export const useStartDraft = (): StartDraft => useStore(store);

export const changeStart = (change: Partial<StartDraft>): void => store.setState(change);

const PORT_LIMIT = 65_535;

export const isPort = (port: string): boolean => /^\d*$/.test(port) && Number(port) <= PORT_LIMIT;

export function startInput(): InputOf<'receiver.start'> {
  const { address, port, publicUrl } = store.getState();
  return {
    address,
    ...(port !== '' && isPort(port) && { port: Number(port) }),
    ...(publicUrl.trim() !== '' && { publicUrl: publicUrl.trim() }),
  };
}
