import { fileURLToPath } from 'node:url';

/** The checkout, whose `out/` holds the built application. */
export const LOUPE_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a test runner sets for itself, and what would turn Electron into plain Node. */
const NOT_FOR_THE_APP = /^(NODE_ENV|NODE_OPTIONS|TEST|VITEST.*|ELECTRON_RUN_AS_NODE)$/;

/** The environment a person would start the application with. */
export function appEnvironment(): Record<string, string> {
  const pairs = Object.entries(process.env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && !NOT_FOR_THE_APP.test(pair[0]),
  );
  return Object.fromEntries(pairs);
}
