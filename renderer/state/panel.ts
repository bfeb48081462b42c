import type { ComponentType } from 'react';
import type { StringKey } from '../strings/index.ts';
import type { Place } from './selection.ts';

/** What a panel declares of itself; `app/panels.ts` lists the declarations in tab order. */
export interface PanelDeclaration {
  /** Tab id, part of the test contract. */
  id: string;
  /** Kinds of place that offer this tab. */
  places: readonly Place['kind'][];
  title: StringKey;
  /** Mounted when its tab is chosen; its code is loaded then, or before that with `preload`. */
  Component: ComponentType<{ place: Place }> & { preload(): Promise<void> };
  /** Number beside the title; a hook, because it follows the log. */
  useCount?: (place: Place) => number | undefined;
  /** Drawing before the title that says that something is needed here. */
  useMark?: (place: Place) => { icon: 'lock'; word: StringKey } | undefined;
}
