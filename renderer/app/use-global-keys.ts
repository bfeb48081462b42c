import { useEffect } from 'react';
import { inTextField } from '../state/chords.ts';
import { composer, focusComposer } from '../state/compose.ts';
import { bindingOf } from '../state/key-table.ts';
import { closeOverlays, currentLayout, layoutStore, toggleInspector, toggleRail, toggleWire } from '../state/layout.ts';
import { sessionLog } from '../state/log.ts';
import { chooseTab, goTo, selectionStore } from '../state/selection.ts';
import { shareSession } from '../state/share.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { chooseInspectorView } from './inspector-view.ts';
import { composerKeys, type GlobalKey, globalKeys, inspectorKeys, tabKeys } from './keys.ts';
import { openLayer } from './layers.ts';
import { panelsOf } from './panels.ts';
import { cyclePane, focusFilter, focusPane, focusQuestion, hasFocus } from './panes.ts';

const ACTIONS: Record<GlobalKey, () => void> = {
  palette: () => openLayer({ kind: 'palette', start: '' }),
  goToTask: () => openLayer({ kind: 'palette', start: '#' }),
  addAgent: () => goTo({ kind: 'start' }),
  composer: focusComposer,
  nextPane: () => cyclePane(1),
  previousPane: () => cyclePane(-1),
  rail: toggleRail,
  inspector: toggleInspector,
  wire: toggleWirePane,
  filter: focusFilter,
  find: () => openLayer({ kind: 'find' }),
  saveSession: () => shareSession(sessionLog().session, 'session'),
  question: focusQuestion,
  settings: () => openLayer({ kind: 'settings' }),
  keys: () => openLayer({ kind: 'keys' }),
};

/** What has the focus goes away with the console. */
function toggleWirePane(): void {
  if (currentLayout().wire.form === 'open' && hasFocus('wire')) focusPane('main');
  toggleWire();
}

const COMPOSER_ACTIONS: Record<(typeof composerKeys)[number]['id'], () => void> = {
  send: () => composer()?.send(),
  sendAgain: () => composer()?.sendAgain(),
  continue: () => composer()?.choose('continue'),
  'new-task': () => composer()?.choose('new-task'),
  'new-context': () => composer()?.choose('new-context'),
};

/** A dialog keeps every key to itself; it is closed with Esc. */
const inDialog = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || inDialog()) return;
  const run = actionOf(event);
  if (!run) return;
  event.preventDefault();
  run();
}

function actionOf(event: KeyboardEvent): (() => void) | undefined {
  const key = bindingOf(globalKeys, event);
  // A sign by itself is text where text is written.
  const typed = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (key) return typed && inTextField(event.target) ? undefined : ACTIONS[key];
  const message = bindingOf(composerKeys, event);
  if (message) return COMPOSER_ACTIONS[message];
  const view = bindingOf(inspectorKeys, event);
  if (view) return () => chooseInspectorView(view);
  const tab = bindingOf(tabKeys, event);
  if (tab) return tabAction(Number(tab));
  const { railOver, inspectorOver } = layoutStore.getState();
  return event.key === 'Escape' && (railOver || inspectorOver) ? closeOverlays : undefined;
}

function tabAction(index: number): (() => void) | undefined {
  const panel = panelsOf(selectionStore.getState().place)[index];
  return panel && (() => chooseTab(panel.id));
}

/** Keys that work wherever the focus is; what a list or field has handled itself does not come here. The focus stays somewhere. */
export function useGlobalKeys(): void {
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  useEffect(() => keepFocus(focusPane), []);
}
