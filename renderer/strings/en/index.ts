import { app } from './app.ts';
import { card } from './card.ts';
import { composer } from './composer.ts';
import { connection } from './connection.ts';
import { conversation } from './conversation.ts';
import { inspector } from './inspector.ts';
import { keys } from './keys.ts';
import { palette } from './palette.ts';
import { rail } from './rail.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { start } from './start.ts';
import { states } from './states.ts';
import { timeline } from './timeline.ts';
import { tree } from './tree.ts';
import { views } from './views.ts';
import { wire } from './wire.ts';

/** One file per panel; keys say what a sentence means, never where it stands. */
export const en = {
  ...card,
  ...composer,
  ...connection,
  ...conversation,
  ...inspector,
  ...views,
  ...app,
  ...states,
  ...keys,
  ...palette,
  ...rail,
  ...sessions,
  ...settings,
  ...start,
  ...timeline,
  ...tree,
  ...wire,
};
