import { contextBridge, ipcRenderer } from 'electron';
import { CHANNELS, type FeedControl, type FeedDelivery, type LoupeApi } from '../../shared/contract/channels.ts';

const listeners = new Map<number, (delivery: FeedDelivery) => void>();

ipcRenderer.on(CHANNELS.feed, (_event, delivery: FeedDelivery) => listeners.get(delivery.feed)?.(delivery));

const api: LoupeApi = {
  call: (message) => ipcRenderer.invoke(CHANNELS.call, message),
  abort: (id) => ipcRenderer.send(CHANNELS.abort, id),
  feed: (control: FeedControl, onDelivery) => {
    if (control.kind === 'open' && onDelivery) listeners.set(control.feed, onDelivery);
    if (control.kind === 'close') listeners.delete(control.feed);
    ipcRenderer.send(CHANNELS.feed, control);
  },
  drawn: () => ipcRenderer.send(CHANNELS.drawn),
};

contextBridge.exposeInMainWorld('loupe', api);
