import { createStore, useStore } from 'zustand';
import type { PushDraft } from './push-draft.ts';
import { setSetting, settingsStore } from './settings.ts';

export type ComposeTarget = 'continue' | 'new-task' | 'new-context';

export type DraftPart =
  | { id: number; kind: 'data'; json: string }
  | { id: number; kind: 'file'; filename: string; mediaType: string; base64: string; bytes: number }
  | { id: number; kind: 'url'; url: string; filename: string; mediaType: string };

/** Everything the composer holds beside its text. JSON fields are kept as typed, valid or not. */
export interface ComposeState {
  text: string;
  parts: DraftPart[];
  messageMetadata: string;
  requestMetadata: string;
  acceptedOutputModes: string;
  historyLength: string;
  returnImmediately: boolean;
  extensions: string[];
  tenant: string;
  /** A push configuration that goes along with the message. */
  push?: PushDraft;
  /** Undefined leaves the choice to the card. */
  streaming?: boolean;
  /** Undefined leaves the choice to what is on screen. */
  target?: ComposeTarget;
}

const EMPTY: ComposeState = {
  text: '',
  parts: [],
  messageMetadata: '',
  requestMetadata: '',
  acceptedOutputModes: '',
  historyLength: '',
  returnImmediately: false,
  extensions: [],
  tenant: '',
};

export const composeStore = createStore<ComposeState>(() => EMPTY);

export const useCompose = <T>(pick: (state: ComposeState) => T): T => useStore(composeStore, pick);

export const changeCompose = (change: Partial<ComposeState>): void => composeStore.setState(change);

let lastPart = 0;
/** Identity of a draft part for lists; parts have no id on the wire. */
export const nextPartId = (): number => ++lastPart;

/** After a message went out: text and parts go, what was set up for the agent stays. */
export const clearSent = (): void => composeStore.setState({ text: '', parts: [], target: undefined });

/** Drafts kept, newest first; older ones are forgotten. */
const DRAFT_LIMIT = 50;

/** Keeps the unsent text of one target, so that looking elsewhere loses nothing. */
export function keepDraft(key: string, text: string): void {
  const drafts = { ...settingsStore.getState().drafts };
  delete drafts[key];
  const kept = Object.entries(drafts).slice(0, DRAFT_LIMIT - 1);
  setSetting('drafts', Object.fromEntries(text ? [[key, text], ...kept] : kept));
}

export const draftOf = (key: string): string => settingsStore.getState().drafts[key] ?? '';

/** What other parts of the window may ask of the mounted composer. */
export interface ComposerCommands {
  focus(): void;
  send(): void;
  sendAgain(): void;
  choose(target: ComposeTarget): void;
}

let commands: ComposerCommands | undefined;
/** Somebody wanted to write before the composer was drawn; when that was, ms. */
let wanted = Number.NEGATIVE_INFINITY;
/** A composer that comes later than this was not the one that was meant, ms. */
const WANTED_MS = 1_000;

export function setComposerCommands(next: ComposerCommands | undefined): void {
  commands = next;
  if (!next) return;
  if (performance.now() - wanted < WANTED_MS) next.focus();
  wanted = Number.NEGATIVE_INFINITY;
}

/** Puts the focus into the composer, or into the one that is about to be drawn: it follows the page it belongs to. */
export function focusComposer(): void {
  if (commands) commands.focus();
  else wanted = performance.now();
}

/** Runs a command of the composer when one is on screen. */
export const composer = (): ComposerCommands | undefined => commands;

/** Puts a ready text in front of the person; it is sent by them, not by the click. */
export function fillComposer(text: string): void {
  composeStore.setState({ text });
  focusComposer();
}
