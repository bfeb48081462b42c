import { done } from '../../../shared/lib/result.ts';
import { curlOf, frameTexts, harOf, textOf } from '../wire-export.ts';
import { findEntries } from '../wire-find.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const wireHandlers = (parts: HandlerParts): HandlersOf<'wire'> => ({
  'wire.frames': async ({ session: id, seqs }) => {
    const session = await parts.sessions.peek(id);
    return session.ok ? done(await frameTexts(session.value, seqs)) : session;
  },

  'wire.find': async ({ session: id, words, after }, signal) => {
    const session = await parts.sessions.peek(id);
    if (!session.ok) return session;
    const wanted = words.map((word) => word.toLowerCase());
    return done(await findEntries(session.value, wanted, after, signal));
  },

  'wire.curl': async ({ session: id, exchange, shell }) => {
    const session = await parts.sessions.get(id);
    if (!session.ok) return session;
    return curlOf(session.value, exchange, shell, parts.masking);
  },

  'wire.text': async ({ session: id, exchange, part }) => {
    const session = await parts.sessions.get(id);
    if (!session.ok) return session;
    const text = await textOf(session.value, exchange, part, parts.masking);
    return text.ok ? done({ text: text.value }) : text;
  },

  'wire.har': async ({ session: id }, signal) => {
    const session = await parts.sessions.get(id);
    if (!session.ok) return session;
    const text = await harOf(session.value, parts.options.version, parts.masking, signal);
    return text.ok ? done({ name: `${id}.har`, content: text.value }) : text;
  },
});
