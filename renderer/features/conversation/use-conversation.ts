import { useEffect, useMemo, useReducer } from 'react';
import { call } from '../../state/bridge.ts';
import { sessionLog, useLogReading, useLogSession, useLogVersion } from '../../state/log.ts';
import type { Place } from '../../state/selection.ts';
import { ConversationLoader } from './loader.ts';
import { placeKey, scopeOf, speaks } from './scope.ts';

/** Rows that may still be on their way when a conversation chooses where to begin. */
const NEAR_END = 500;

/** Notices of the loader are drawn with the next frame, so that small reads do not draw one by one. */
function onNextFrame(run: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      run();
    });
  };
}

/** The conversation of a place, kept up to date with the log. */
export function useConversation(place: Place): ConversationLoader {
  const session = useLogSession();
  const reading = useLogReading();
  const version = useLogVersion();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const key = placeKey(place);
  const loader = useMemo(() => {
    const scope = scopeOf(place, sessionLog().tree);
    return new ConversationLoader(
      (seqs) => call('entries.read', { session, seqs, brief: true }),
      (row) => speaks(row) && scope(row),
      onNextFrame(redraw),
    );
  }, [session, reading, key]);

  useEffect(() => {
    loader.open();
    return () => loader.close();
  }, [loader]);

  useEffect(() => {
    const { rows, last } = sessionLog();
    loader.sync(rows, last - (rows[rows.length - 1]?.seq ?? 0) < NEAR_END);
  }, [loader, version]);

  return loader;
}
