import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const room = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The lazily loaded editor is one large chunk by design, kB. */
const CHUNK_WARNING_KB = 6_000;

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
  },
});
