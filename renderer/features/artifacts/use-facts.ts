import { useEffect, useRef, useState } from 'react';
import type { ArtifactEdition, ArtifactRecord } from '../../../shared/a2a/reduce/artifacts.ts';
import type { ArtifactFacts } from '../../../shared/contract/artifacts.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { call } from '../../state/bridge.ts';
import { useLogReading, useLogSession } from '../../state/log.ts';
import { editionRef } from './content-bytes.ts';
import { useCopies } from './fetches.ts';
import { withCopies } from './view-model.ts';

/** An artifact that grows is asked about again after this long, ms, and at most a quarter of the time. */
const AGAIN_MS = 120;
const PAUSE_FACTOR = 3;

export interface Facts {
  facts: ArtifactFacts | undefined;
  trouble: Trouble | undefined;
}

const NOTHING: Facts = { facts: undefined, trouble: undefined };

/** What the engine says of an edition of an artifact, asked again while it grows. */
export function useFacts(record: ArtifactRecord | undefined, edition: ArtifactEdition | undefined): Facts {
  const session = useLogSession();
  const reading = useLogReading();
  const [state, setState] = useState<Facts & { key?: string }>(NOTHING);
  const took = useRef(0);
  const asked = useRef<{ key: string; at: number }>(undefined);
  const key = record && edition ? `${session} ${reading} ${record.key} ${edition.number}` : '';
  const count = edition?.writes.length ?? 0;
  const copies = useCopies();

  useEffect(() => {
    if (!record || !edition || count === 0) return;
    let stale = false;
    const since = asked.current?.key === key ? performance.now() - asked.current.at : Number.POSITIVE_INFINITY;
    const wait = Math.max(0, AGAIN_MS + took.current * PAUSE_FACTOR - since);
    const timer = setTimeout(async () => {
      const began = performance.now();
      const reply = await call('artifacts.facts', editionRef(session, record, edition));
      took.current = performance.now() - began;
      asked.current = { key, at: performance.now() };
      if (stale) return;
      setState(
        reply.ok
          ? { key, facts: withCopies(reply.value), trouble: undefined }
          : { key, facts: undefined, trouble: reply.error },
      );
    }, wait);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [key, count, copies]);

  return state.key === key ? state : NOTHING;
}
