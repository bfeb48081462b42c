import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['{shared,electron,renderer,build}/**/*.test.{ts,tsx}'],
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
