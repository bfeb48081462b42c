import type { Check } from './check.ts';

/** Members of `limits`, upper bounds in milliseconds. */
export const LIMIT_CHECKS: Readonly<Record<string, Check>> = {
  total_ms_max: (wanted: number, { played }) => {
    const took = played.steps.reduce((sum, step) => sum + step.took, 0);
    return took > wanted ? [`limits: the steps took ${Math.round(took)} ms, at most ${wanted} expected`] : [];
  },
  first_paint_ms_max: async (wanted: number, run) => {
    const { paintedAfterMs } = await run.window();
    return paintedAfterMs > wanted
      ? [`limits: the answer was on screen after ${Math.round(paintedAfterMs)} ms, at most ${wanted} expected`]
      : [];
  },
};
