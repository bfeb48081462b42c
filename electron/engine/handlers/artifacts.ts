import { done, type Reply } from '../../../shared/lib/result.ts';
import { ArtifactReader } from '../artifacts/artifacts.ts';
import { Copies } from '../artifacts/copies.ts';
import { Fetches } from '../artifacts/fetches.ts';
import { HandOut } from '../artifacts/hand-out.ts';
import { LocalCopies } from '../artifacts/local-copies.ts';
import { saveFiles } from '../artifacts/save.ts';
import type { Session } from '../session.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const artifactsHandlers = (parts: HandlerParts): HandlersOf<'artifacts'> => {
  const { options } = parts;
  const copies = new Copies(parts);
  const reader = new ArtifactReader(copies);
  const fetches = new Fetches(parts, reader, copies);
  const local = new LocalCopies(parts, options, reader, copies);
  const handOut = new HandOut(reader, options.handOut);
  parts.atEnd(() => handOut.close());

  const inSession = async <T>(
    id: string,
    go: (session: Session) => Reply<T> | Promise<Reply<T>>,
  ): Promise<Reply<T>> => {
    const session = await parts.sessions.get(id);
    return session.ok ? go(session.value) : session;
  };
  return {
    'artifacts.facts': ({ session, ...edition }) => inSession(session, (one) => reader.facts(one, edition)),

    'artifacts.bytes': ({ session, content, from, length, ...edition }) =>
      inSession(session, async (one) => {
        const slice = await reader.bytes(one, edition, content, Math.trunc(from), Math.trunc(length));
        if (!slice.ok) return slice;
        return done({ base64: slice.value.bytes.toString('base64'), total: slice.value.total });
      }),

    'artifacts.fetch': ({ session, origins, ...file }, signal) =>
      inSession(session, (one) => fetches.fetch(one, file, origins, signal)),

    'artifacts.progress': ({ session, ...file }) => inSession(session, (one) => done(fetches.progress(one, file))),

    'artifacts.local': ({ session, ...file }) => inSession(session, (one) => local.look(one, file)),

    'artifacts.readLocal': ({ session, path, ...file }) => inSession(session, (one) => local.read(one, file, path)),

    'artifacts.openOutside': ({ session, ...file }) => inSession(session, (one) => handOut.open(one, file)),

    'artifacts.drag': ({ session, ...file }) => inSession(session, (one) => handOut.drag(one, file)),

    'artifacts.save': ({ session, files }) =>
      inSession(session, (one) => saveFiles(reader, one, files, options.dialogs)),
  };
};
