import { done } from '../../../shared/lib/result.ts';
import { ArtifactReader } from '../artifacts/artifacts.ts';
import { saveFiles } from '../artifacts/save.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const artifactsHandlers = (parts: HandlerParts): HandlersOf<'artifacts'> => {
  const reader = new ArtifactReader();
  return {
    'artifacts.facts': async ({ session: id, ...edition }) => {
      const session = await parts.sessions.get(id);
      return session.ok ? reader.facts(session.value, edition) : session;
    },

    'artifacts.bytes': async ({ session: id, content, from, length, ...edition }) => {
      const session = await parts.sessions.get(id);
      if (!session.ok) return session;
      const slice = await reader.bytes(session.value, edition, content, Math.trunc(from), Math.trunc(length));
      if (!slice.ok) return slice;
      return done({ base64: slice.value.bytes.toString('base64'), total: slice.value.total });
    },

    'artifacts.save': async ({ session: id, files }) => {
      const session = await parts.sessions.get(id);
      return session.ok ? saveFiles(reader, session.value, files, parts.options.dialogs) : session;
    },
  };
};
