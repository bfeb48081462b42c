import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LensPreviewView } from '../../../shared/contract/lenses.ts';
import { ask, call } from '../../state/bridge.ts';
import { sessionLog } from '../../state/log.ts';

/** Wait after the last keystroke before the text is read, ms. */
const READ_DELAY_MS = 120;
/** Rows looked at for an event to begin with. */
const RECENT_ROWS = 500;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), READ_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What a text makes of an event, a moment after the last keystroke. `current`: it is about the text as it stands. */
export function useLensPreview(
  text: string,
  session: string,
  seq: number | undefined,
): { preview: LensPreviewView | undefined; current: boolean } {
  const settled = useSettled(text);
  const query = useQuery({
    queryKey: ['lens-preview', session, seq, settled],
    queryFn: ({ signal }) =>
      ask('lenses.preview', { text: settled, ...(seq !== undefined && { at: { session, seq } }) }, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return { preview: query.data, current: settled === text && !query.isPlaceholderData && query.data !== undefined };
}

/** The next event on one side that the lens of a text is for; undefined without one. */
export async function findEvent(
  text: string,
  session: string,
  from: number,
  direction: 'next' | 'previous',
): Promise<number | undefined> {
  for (let scanned = from; ; ) {
    const reply = await call('lenses.find', { text, session, from: scanned, direction });
    if (!reply.ok || reply.value.done) return reply.ok ? reply.value.seq : undefined;
    scanned = reply.value.scanned;
  }
}

/** The selected row when lenses may read it, else the latest event of the session. */
export function eventToBegin(selected: number | undefined): number | undefined {
  const { rows } = sessionLog();
  if (selected !== undefined) return selected;
  for (let index = rows.length - 1; index >= Math.max(0, rows.length - RECENT_ROWS); index -= 1) {
    const row = rows[index];
    if (row?.task !== undefined && row.kind !== 'end' && row.kind !== 'response' && row.kind !== 'note') return row.seq;
  }
  return rows[rows.length - 1]?.seq;
}
