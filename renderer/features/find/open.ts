import type { FoundRow, SessionView } from '../../../shared/contract/views.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { clearRowFilter } from '../../state/row-filter.ts';
import { selectRow } from '../../state/selection.ts';
import { showSession } from '../../state/sessions.ts';

/** Shows the session of a hit with its row selected. A filter that is on might hide it, so it is taken off. */
export async function openHit(hit: FoundRow, session: SessionView): Promise<Reply<SessionView>> {
  const reply = await showSession(session);
  if (!reply.ok) return reply;
  clearRowFilter();
  selectRow(hit.seq);
  return reply;
}
