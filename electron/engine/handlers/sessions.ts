import { done, refused } from '../../../shared/lib/result.ts';
import { shareOf } from '../wire-export.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const sessionsHandlers = (parts: HandlerParts): HandlersOf<'sessions'> => ({
  'sessions.list': async () => done(await parts.sessions.list()),

  'sessions.open': async ({ session: id }) => {
    const session = await parts.sessions.peek(id);
    return session.ok ? parts.sessions.view(id) : session;
  },

  'sessions.import': async ({ name, content }) => {
    if (content !== undefined) return parts.sessions.import(content, name);
    const { dialogs } = parts.options;
    if (!dialogs) return refused('not-supported', 'This host has no file dialogs; hand over the content of the file.');
    const chosen = await dialogs.open();
    if (!chosen.ok) return chosen;
    return chosen.value === null ? done(null) : parts.sessions.import(chosen.value.content, chosen.value.name);
  },

  'sessions.export': ({ session }) => parts.sessions.export(session),

  'sessions.share': async ({ session: id }) => {
    const session = await parts.sessions.get(id);
    return session.ok ? done(await shareOf(session.value, parts.masking)) : session;
  },

  'sessions.reread': ({ session }) => parts.sessions.reread(session),

  'sessions.find': (request, signal) => parts.finds.page(request, signal),

  'sessions.rename': ({ session, title }) => parts.sessions.rename(session, title),

  'sessions.remove': ({ session }) => parts.sessions.remove(session),

  'sessions.start': async () => {
    // What is running belongs to the session that ends.
    parts.streams.stopAll();
    parts.watcher.stopAll();
    const ending = [...parts.running];
    for (const exchange of ending) exchange.abort();
    await Promise.all(ending.map((exchange) => exchange.outcome));
    return done(await parts.sessions.start());
  },
});
