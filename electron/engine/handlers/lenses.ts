import { done } from '../../../shared/lib/result.ts';
import { findMatch, previewText } from '../lenses/preview.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const lensesHandlers = ({ lenses, sessions }: HandlerParts): HandlersOf<'lenses'> => ({
  'lenses.list': () => done(lenses.view()),

  'lenses.read': () => done(lenses.reread()),

  'lenses.save': ({ file, text, before }) => lenses.save(text, file, before),

  'lenses.remove': ({ file, before }) => lenses.remove(file, before),

  'lenses.enable': ({ file, enabled }) => lenses.enable(file, enabled),

  'lenses.preview': async ({ text, at }) => {
    if (at === undefined) return previewText(text, undefined);
    const session = await sessions.get(at.session);
    return session.ok ? previewText(text, { session: session.value, seq: at.seq }) : session;
  },

  'lenses.find': async ({ text, session: id, from, direction }) => {
    const session = await sessions.get(id);
    return session.ok ? findMatch(text, session.value, from, direction) : session;
  },
});
