import type { Timings } from '../../shared/model/entry.ts';

export interface TimingBar {
  step: 'dns' | 'tcp' | 'tls' | 'sent' | 'firstByte' | 'end';
  /** Milliseconds since the request was handed to the socket layer. */
  from: number;
  to: number;
}

const STEPS: readonly TimingBar['step'][] = ['dns', 'tcp', 'tls', 'sent', 'firstByte', 'end'];

/** The steps that happened, each from the end of the one before. */
export function timingBars(timings: Timings): TimingBar[] {
  const bars: TimingBar[] = [];
  let from = 0;
  for (const step of STEPS) {
    const to = timings[step];
    if (to === undefined) continue;
    bars.push({ step, from, to: Math.max(from, to) });
    from = Math.max(from, to);
  }
  return bars;
}
