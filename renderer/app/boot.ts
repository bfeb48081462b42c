import { createBridge } from '../host/index.ts';
import { setBridge } from '../state/bridge.ts';
import { followSession, watchSignals } from '../state/ingest.ts';
import { currentLayout, layoutStore } from '../state/layout.ts';
import { rereadAfter, watchLenses } from '../state/lenses.ts';
import { askForStart, refreshAfter } from '../state/queries.ts';
import { selectionStore, tabGroup } from '../state/selection.ts';
import { loadSettings } from '../state/settings.ts';
import { watchUnread } from '../state/unread.ts';
import { applyAppearance, watchAppearance } from './appearance.ts';
import { Inspector, PlaceCentre } from './laters.ts';
import { panelOf } from './panels.ts';
import { keepPlace, restorePlace } from './place-memory.ts';

/**
 * Connects the page to its engine and brings back what was on screen. Throws a CallError when the engine cannot be
 * reached. After a reload the feed replays the rows, so that a run that is still going on simply goes on.
 */
export async function boot(): Promise<void> {
  setBridge(createBridge());
  watchWindow();
  watchSignals((signals) => {
    refreshAfter(signals);
    void rereadAfter(signals);
  });
  watchUnread();
  const [{ info, agents, lensVersion }] = await Promise.all([askForStart(), loadSettings()]);
  watchLenses(lensVersion);
  applyAppearance();
  watchAppearance();
  restorePlace(info.liveSession, agents);
  keepPlace();
  followSession(info.liveSession);
  await loadPlace();
}

/** What the first drawing shows comes before it, so that nothing is empty at first; anything else follows. */
async function loadPlace(): Promise<void> {
  const { place, tabs } = selectionStore.getState();
  if (place.kind === 'start') return;
  const panel = panelOf(place, tabs[tabGroup(place)]);
  const needed = [PlaceCentre.preload(), panel?.Component.preload()];
  if (currentLayout().inspector.form !== 'closed') needed.push(Inspector.preload());
  // What cannot be had says so where it belongs.
  await Promise.allSettled(needed);
}

function watchWindow(): void {
  const measure = () => layoutStore.setState({ window: { width: innerWidth, height: innerHeight } });
  measure();
  // A window that is not shown yet may report another size, and Chromium sends no `resize` for its first layout.
  new ResizeObserver(measure).observe(document.documentElement);
  const look = () => {
    const { kind } = selectionStore.getState().place;
    const hasInspector = kind === 'context' || kind === 'task' || kind === 'session';
    if (layoutStore.getState().hasInspector !== hasInspector) layoutStore.setState({ hasInspector });
  };
  look();
  selectionStore.subscribe((state, before) => {
    look();
    // A choice made in a pane that lies over the centre is for the centre to show.
    if (state.place !== before.place) layoutStore.setState({ railOver: false });
  });
}
