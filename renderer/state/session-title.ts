import type { SessionView } from '../../shared/contract/views.ts';
import { t } from '../strings/index.ts';

/** The session's own title, or the time it began. */
export function sessionTitle(session: SessionView): string {
  if (session.title !== '') return session.title;
  const began = new Date(session.started);
  const time = Number.isNaN(began.getTime())
    ? session.id
    : began.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return t('sessions.untitled', { time });
}

/** The live session first, then by start, latest first. */
export const newestFirst = (sessions: readonly SessionView[]): SessionView[] =>
  [...sessions].sort((one, other) =>
    one.live === other.live ? other.started.localeCompare(one.started) : one.live ? -1 : 1,
  );
