import type { Reply } from '../../shared/lib/result.ts';
import { done, refused } from '../../shared/lib/result.ts';
import type { EngineOptions } from './parts.ts';

/** The agent that comes along: started at its first use, stopped with the engine. */
export interface Sample {
  /** Its base address. */
  start(): Promise<Reply<string>>;
  close(): Promise<void>;
}

export function createSample(startSample: EngineOptions['startSample']): Sample {
  let running: ReturnType<NonNullable<typeof startSample>> | undefined;
  return {
    async start() {
      if (!startSample) return refused('not-supported', 'This host brings no sample agent along.');
      running ??= startSample();
      try {
        return done((await running).url);
      } catch (error) {
        running = undefined;
        return refused('network', `The sample agent cannot start: ${(error as Error).message}`);
      }
    },
    async close() {
      const agent = await running?.catch(() => undefined);
      running = undefined;
      await agent?.close();
    },
  };
}
