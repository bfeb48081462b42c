import { app } from './app.ts';
import { card } from './card.ts';
import { composer } from './composer.ts';
import { conversation } from './conversation.ts';
import { inspector } from './inspector.ts';
import { states } from './states.ts';
import { views } from './views.ts';

/** One file per panel; keys say what a sentence means, never where it stands. */
export const en = { ...card, ...composer, ...conversation, ...inspector, ...views, ...app, ...states };
