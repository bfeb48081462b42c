import { access } from './access.ts';
import { app } from './app.ts';
import { artifacts } from './artifacts.ts';
import { card } from './card.ts';
import { composer } from './composer.ts';
import { connection } from './connection.ts';
import { conversation } from './conversation.ts';
import { filter } from './filter.ts';
import { find } from './find.ts';
import { inspector } from './inspector.ts';
import { keys } from './keys.ts';
import { lenses } from './lenses.ts';
import { palette } from './palette.ts';
import { push } from './push.ts';
import { rail } from './rail.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { spans } from './spans.ts';
import { start } from './start.ts';
import { states } from './states.ts';
import { timeline } from './timeline.ts';
import { tree } from './tree.ts';
import { views } from './views.ts';
import { wire } from './wire.ts';

/** One file per panel; keys say what a sentence means, never where it stands. */
export const en = {
  ...access,
  ...artifacts,
  ...card,
  ...composer,
  ...connection,
  ...conversation,
  ...filter,
  ...find,
  ...inspector,
  ...views,
  ...app,
  ...states,
  ...keys,
  ...lenses,
  ...palette,
  ...push,
  ...rail,
  ...sessions,
  ...settings,
  ...spans,
  ...start,
  ...timeline,
  ...tree,
  ...wire,
};
