import type { Bridge, CallSignal, FeedHandle } from '../../shared/contract/bridge.ts';
import type { LoupeApi } from '../../shared/contract/channels.ts';
import { unpackBatch } from '../../shared/contract/packed-rows.ts';
import type { InputOf, OutputOf, ProcedureName } from '../../shared/contract/procedures.ts';
import type { FeedBatch, FeedRequest } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';

declare global {
  interface Window {
    loupe?: LoupeApi;
  }
}

/** The bridge over the preload's functions. */
export function createElectronBridge(api: LoupeApi): Bridge {
  let lastCall = 0;
  let lastFeed = 0;
  return {
    host: 'electron',
    async call<N extends ProcedureName>(name: N, input: InputOf<N>, signal?: CallSignal) {
      const id = ++lastCall;
      signal?.addEventListener('abort', () => api.abort(id));
      return JSON.parse(await api.call({ id, name, input })) as Reply<OutputOf<N>>;
    },
    openFeed(request: FeedRequest, onBatch: (batch: FeedBatch) => void): FeedHandle {
      const feed = ++lastFeed;
      api.feed({ kind: 'open', feed, request }, (delivery) => {
        if (delivery.feed === feed) onBatch(unpackBatch(delivery.batch));
      });
      return {
        ack: (seq) => api.feed({ kind: 'ack', feed, seq }),
        close: () => api.feed({ kind: 'close', feed }),
      };
    },
  };
}
