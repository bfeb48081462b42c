import type { AppInfo, SessionView } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { done } from '../../shared/lib/result.ts';
import { ask, call } from './bridge.ts';
import { followSession } from './ingest.ts';
import { sessionLog } from './log.ts';
import { queryClient, refreshAfter } from './queries.ts';
import { goTo, setFollowing } from './selection.ts';

const appInfo = (): Promise<AppInfo> =>
  queryClient.fetchQuery({ queryKey: ['app'], queryFn: () => ask('app.info', {}) });

/** Shows the session that is being recorded, unless it is on screen already. */
export async function showLive(): Promise<void> {
  const { liveSession } = await appInfo();
  if (sessionLog().session !== liveSession) followSession(liveSession);
}

/** Shows a session, live or kept, as a whole: a live one at its end, where it grows, a kept one from its beginning. */
export async function showSession(session: SessionView): Promise<Reply<SessionView>> {
  const reply = session.live ? done(session) : await call('sessions.open', { session: session.id });
  if (!reply.ok) return reply;
  if (sessionLog().session !== session.id) followSession(session.id);
  goTo({ kind: 'session' }, 'timeline');
  if (!session.live) setFollowing(false);
  return reply;
}

/** Takes over a session file: its text, or what a dialog of the host chooses. Null when the dialog was closed. */
export async function importSession(file?: File): Promise<Reply<SessionView | null>> {
  const reply = await call('sessions.import', file ? { name: file.name, content: await file.text() } : {});
  refreshAfter(['sessions']);
  if (reply.ok && reply.value) return showSession(reply.value);
  return reply;
}

/** Ends the recording, keeps it, and begins a new one. */
export async function startSession(): Promise<void> {
  const reply = await call('sessions.start', {});
  if (!reply.ok) return;
  await queryClient.invalidateQueries({ queryKey: ['app'] });
  refreshAfter(['sessions']);
  followSession(reply.value.id);
  goTo({ kind: 'session' }, 'timeline');
}

export async function renameSession(session: string, title: string): Promise<void> {
  await call('sessions.rename', { session, title });
  refreshAfter(['sessions']);
}

export async function removeSession(session: string): Promise<void> {
  const reply = await call('sessions.remove', { session });
  if (reply.ok && sessionLog().session === session) {
    await showLive();
    goTo({ kind: 'session' });
  }
  refreshAfter(['sessions']);
}

/** Hands the session file to the person as a download. */
export async function exportSession(session: string): Promise<Reply<null>> {
  const reply = await call('sessions.export', { session });
  return reply.ok ? download(reply.value, 'application/x-ndjson') : reply;
}

/** Hands the session to the person as an HTTP Archive. */
export async function exportHar(session: string): Promise<Reply<null>> {
  const reply = await call('wire.har', { session });
  return reply.ok ? download(reply.value, 'application/json') : reply;
}

/** Hands a text to the person as a file. */
export function download({ name, content }: { name: string; content: string }, type: string): Reply<null> {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
  return done(null);
}

/** A download has read its data well before this, ms. */
const REVOKE_AFTER_MS = 30_000;
