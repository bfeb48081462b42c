import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';

const room = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The lazily loaded editor is one large chunk by design, kB. */
const CHUNK_WARNING_KB = 6_000;

/** What the page begins with is one file: each one more is one more request before anything is drawn. */
function startGroup(id: string, context: Rolldown.ChunkingContext): string | null {
  if (begins.size === 0) {
    begins.add(room('../renderer/main.tsx'));
    for (const module of begins)
      for (const imported of context.getModuleInfo(module)?.importedIds ?? []) begins.add(imported);
  }
  return begins.has(id) ? 'start' : null;
}

const begins = new Set<string>();

export default defineConfig({
  root: room('../renderer'),
  base: './',
  publicDir: false,
  cacheDir: room('../.cache/vite'),
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: room('../out/renderer'),
    emptyOutDir: true,
    target: 'chrome108',
    modulePreload: { polyfill: false },
    // font-src has no data: in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: CHUNK_WARNING_KB,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: startGroup, debugName: 'start' }] } } },
  },
});
