import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Pictures of the main states, taken on purpose and looked at by people; no test. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: { include: ['e2e/shots/*.shots.ts'], fileParallelism: false, testTimeout: 300_000, hookTimeout: 60_000 },
});
