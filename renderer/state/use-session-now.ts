import { sessionLog } from './log.ts';
import { useNow } from './use-now.ts';

/** Milliseconds since the session started, as of now; draws again at this pace while `active`. */
export const useSessionNow = (active: boolean, everyMs: number): number =>
  useNow(active, everyMs) - sessionLog().started;
