import { accessHandlers } from './access.ts';
import { agentsHandlers } from './agents.ts';
import { appHandlers } from './app.ts';
import { artifactsHandlers } from './artifacts.ts';
import { callsHandlers } from './calls.ts';
import { cardHandlers } from './card.ts';
import { doctorHandlers } from './doctor.ts';
import { entriesHandlers } from './entries.ts';
import type { HandlerParts, Handlers } from './handler.ts';
import { lensesHandlers } from './lenses.ts';
import { linksHandlers } from './links.ts';
import { receiverHandlers } from './receiver.ts';
import { sessionsHandlers } from './sessions.ts';
import { settingsHandlers } from './settings.ts';
import { streamsHandlers } from './streams.ts';
import { tasksHandlers } from './tasks.ts';
import { vaultHandlers } from './vault.ts';
import { wireHandlers } from './wire.ts';

/** The handlers of every procedure; the type makes a missing one an error. */
export const createHandlers = (parts: HandlerParts): Handlers => ({
  ...appHandlers(parts),
  ...accessHandlers(parts),
  ...agentsHandlers(parts),
  ...artifactsHandlers(parts),
  ...cardHandlers(parts),
  ...doctorHandlers(parts),
  ...callsHandlers(parts),
  ...sessionsHandlers(parts),
  ...entriesHandlers(parts),
  ...settingsHandlers(parts),
  ...lensesHandlers(parts),
  ...linksHandlers(parts),
  ...streamsHandlers(parts),
  ...receiverHandlers(parts),
  ...tasksHandlers(parts),
  ...vaultHandlers(parts),
  ...wireHandlers(parts),
});
