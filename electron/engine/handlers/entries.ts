import type { EntryView } from '../../../shared/contract/views.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import { entryAt, viewEntries, withoutBody } from '../entries.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const entriesHandlers = (parts: HandlerParts): HandlersOf<'entries'> => ({
  'entries.get': async ({ session: id, seq }) => {
    const session = await parts.sessions.peek(id);
    if (!session.ok) return session;
    const views = await viewEntries(session.value, [seq]);
    return views.ok ? done(views.value[0] as EntryView) : views;
  },

  'entries.read': async ({ session: id, seqs, brief }) => {
    const session = await parts.sessions.peek(id);
    if (!session.ok) return session;
    const views = await viewEntries(session.value, seqs);
    return views.ok && brief ? done(views.value.map(withoutBody)) : views;
  },

  'entries.body': async ({ session: id, seq, offset, length }) => {
    const session = await parts.sessions.peek(id);
    if (!session.ok) return session;
    const entry = await entryAt(session.value, seq);
    if (!entry || !('body' in entry)) return refused('not-found', `Session ${id} has no entry ${seq} with a body.`);
    const text = entry.body.text ?? entry.body.base64 ?? '';
    const from = Math.max(0, Math.trunc(offset));
    return done({ text: text.slice(from, from + Math.max(0, Math.trunc(length))), total: text.length });
  },
});
