import { type ReactNode, useEffect, useState } from 'react';
import { Loading } from '../ui/Notice.tsx';

/** What is there sooner than this, in ms, needs no words about waiting. */
const LATE_MS = 300;

/** A loading notice that keeps quiet at first, so that fast answers do not flash it. */
export function LateLoading({ panel, children }: { panel: string; children: ReactNode }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Loading panel={panel}>{late ? children : null}</Loading>;
}
