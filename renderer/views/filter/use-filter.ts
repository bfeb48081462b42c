import { useEffect, useMemo, useState } from 'react';
import type { Filter } from '../../../shared/replay/filter/filter.ts';
import { asksFor, asksForOpen, compileFilter, type Matcher } from '../../../shared/replay/filter/match.ts';
import { parseFilter } from '../../../shared/replay/filter/parse.ts';
import { logStore, sessionLog, useLogSession } from '../../state/log.ts';
import { usePins } from '../../state/pins.ts';
import { useAgents, useSessions } from '../../state/queries.ts';
import { sessionTitle } from '../../state/session-title.ts';
import { isUnreadRow, useVisit } from '../../state/unread.ts';

/** How often a list is made anew because rows that were shown have changed, ms. */
const AGAIN_MS = 1_000;

export interface RowFilterReading {
  filter: Filter;
  /** Rows to show; undefined shows all. Another function whenever rows have to be looked at again. */
  match: Matcher | undefined;
}

/** What a filter selects among the rows of the session on screen. */
export function useFilter(text: string): RowFilterReading {
  const session = useLogSession();
  const agents = useAgents().data;
  const sessions = useSessions().data;
  const filter = useMemo(() => parseFilter(text), [text]);
  const changes = useSpanChanges(asksForOpen(filter));
  const pins = usePins(session);
  const pinned = asksFor(filter, 'pinned') ? pins : undefined;
  const visit = useVisit(asksFor(filter, 'unread'));
  const shown = sessions?.find((one) => one.id === session);
  const title = shown ? sessionTitle(shown) : '';
  // Only names matter, and agents change often for other reasons.
  const names = JSON.stringify(agents?.map(({ id, name }) => [id, name]) ?? []);
  const match = useMemo(() => {
    void changes;
    void visit;
    const nameOf = new Map(JSON.parse(names) as [string, string][]);
    return compileFilter(filter, {
      session: [session, title],
      agentName: (agent) => nameOf.get(agent),
      isOpen: (span) => sessionLog().openSpans.has(span),
      isPinned: ({ seq }) => pinned?.has(seq) === true,
      isUnread: isUnreadRow,
    });
  }, [filter, session, title, names, changes, pinned, visit]);
  return { filter, match };
}

/** Counts up, now and then, while steps that were open come to their end. */
function useSpanChanges(wanted: boolean): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (!wanted) return undefined;
    let seen = sessionLog().endedSpans;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = logStore.subscribe(() => {
      if (timer !== undefined || sessionLog().endedSpans === seen) return;
      timer = setTimeout(() => {
        timer = undefined;
        seen = sessionLog().endedSpans;
        setChanges((count) => count + 1);
      }, AGAIN_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [wanted]);
  return changes;
}
