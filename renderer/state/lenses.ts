import { createStore, useStore } from 'zustand';
import { lensEvent } from '../../shared/a2a/reduce/lens-event.ts';
import type { LensView } from '../../shared/contract/lenses.ts';
import type { Signal } from '../../shared/contract/views.ts';
import { draftLens, LENS_TEMPLATE } from '../../shared/lenses/user/draft.ts';
import { placesIn } from '../../shared/lib/json-places.ts';
import type { Reply, Trouble } from '../../shared/lib/result.ts';
import { ask, call } from './bridge.ts';
import { followSession } from './ingest.ts';
import { sessionLog } from './log.ts';
import { queryClient } from './queries.ts';
import { download } from './sessions.ts';

/** A text in the lens editor, and where it came from. */
export interface LensWork {
  /** What the editor begins with. */
  text: string;
  /** File it is saved to, and what is known to be in there; without one saving makes a new file. */
  file?: string;
  saved?: string;
  /** Event to preview at first. */
  seq?: number;
}

interface LensScreen {
  /** `list`, or a text in the editor. Left out: no lenses on screen. */
  screen?: 'list' | LensWork;
  /** The file that was deleted last. */
  removed?: LensView;
  trouble?: Trouble;
}

const store = createStore<LensScreen>(() => ({}));

export const useLensScreen = (): LensScreen => useStore(store);

/** Shows the lens files. */
export const openLenses = (): void => store.setState({ screen: 'list', trouble: undefined });

export const closeLenses = (): void => store.setState({}, true);

const edit = (work: LensWork): void => store.setState({ screen: work, trouble: undefined });

/** Begins a lens, from an event of the session on screen or from nothing. */
export async function newLens(seq?: number): Promise<void> {
  if (seq === undefined) return edit({ text: LENS_TEMPLATE });
  const entry = await call('entries.get', { session: sessionLog().session, seq });
  const event = entry.ok ? lensEvent(entry.value.reading) : undefined;
  edit({ text: event === undefined ? LENS_TEMPLATE : draftLens(event), seq });
}

/** Opens a lens file in the editor; one that is no text cannot be edited. */
export function editLens({ file, text }: LensView): void {
  if (text !== undefined) edit({ file, text, saved: text });
}

export function duplicateLens({ text = '' }: LensView, copy: string): void {
  const found = placesIn(text);
  const place = found.ok ? found.places.get('/name') : undefined;
  edit({ text: place ? text.slice(0, place.start) + JSON.stringify(copy) + text.slice(place.end) : text });
}

/** A file from elsewhere is looked at before it is used. */
export async function importLens(file: File): Promise<void> {
  edit({ text: await file.text() });
}

export function exportLens({ file, text = '' }: LensView): void {
  download({ name: file, content: text }, 'application/json');
}

/** Refusals stay on screen until something else is done. */
async function tell<T>(reply: Promise<Reply<T>>): Promise<T | undefined> {
  const came = await reply;
  store.setState({ trouble: came.ok ? undefined : came.error });
  void queryClient.invalidateQueries({ queryKey: ['lenses'] });
  return came.ok ? came.value : undefined;
}

/** Undefined: it was not saved, and the screen says why. */
export const saveLens = (
  { file, saved }: Pick<LensWork, 'file' | 'saved'>,
  text: string,
): Promise<LensView | undefined> =>
  tell(
    call('lenses.save', {
      text,
      ...(file !== undefined && { file }),
      ...(saved !== undefined && { before: saved }),
    }),
  );

export async function enableLens({ file }: LensView, enabled: boolean): Promise<void> {
  await tell(call('lenses.enable', { file, enabled }));
}

export async function removeLens(lens: LensView): Promise<void> {
  const removed = await tell(call('lenses.remove', { file: lens.file, before: lens.text ?? '' }));
  if (removed !== undefined) store.setState({ removed: lens });
}

/** Brings the file back that was deleted last, switched off when it was. */
export async function undoRemove(): Promise<void> {
  const { removed } = store.getState();
  if (removed?.text === undefined) return;
  const back = await saveLens({ file: removed.file }, removed.text);
  if (back === undefined) return;
  store.setState({ removed: undefined });
  if (removed.state === 'off') await enableLens(removed, false);
}

/** Reads the files again, for people who have changed them with other programs. */
export async function readLensFiles(): Promise<void> {
  await tell(call('lenses.read', {}));
}

/** Version of the lenses that the rows on screen were made with. */
let version: number | undefined;

const currentVersion = async (): Promise<number> => (await ask('lenses.list', {})).version;

/** Remembers which lenses the first rows come with. */
export function watchLenses(first: number): void {
  version = first;
}

/** With other lenses the session on screen is read again, so that it shows what they make of it. */
export async function rereadAfter(signals: readonly Signal[]): Promise<void> {
  if (!signals.includes('lenses')) return;
  const { session } = sessionLog();
  const now = await currentVersion();
  if (now === version) return;
  version = now;
  const reply = await call('sessions.reread', { session });
  if (!reply.ok || sessionLog().session !== session) return;
  void queryClient.invalidateQueries({ queryKey: ['entry', session] });
  followSession(session);
}
