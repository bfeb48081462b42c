import { cardSayings } from './card.ts';
import { rpcSayings } from './rpc.ts';
import type { Sayings } from './saying.ts';
import { sseSayings } from './sse.ts';
import { uiSayings } from './ui.ts';
import { vaultSayings } from './vault.ts';
import { webhookSayings } from './webhook.ts';

/** Checks of statements in plain words, by case and statement. */
export const SAYINGS: Sayings = {
  ...cardSayings,
  ...rpcSayings,
  ...sseSayings,
  ...uiSayings,
  ...vaultSayings,
  ...webhookSayings,
};
