import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Specs in `e2e/` run on both hosts, those in `e2e/web/` and `e2e/electron/` on that one. */
const host = process.env.LOUPE_E2E_HOST === 'electron' ? 'electron' : 'web';

/** A spec starts a whole application and may restart it. */
const SPEC_TIMEOUT_MS = 60_000;

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['e2e/*.spec.ts', `e2e/${host}/**/*.spec.ts`],
    fileParallelism: false,
    testTimeout: SPEC_TIMEOUT_MS,
    hookTimeout: SPEC_TIMEOUT_MS,
  },
});
