import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite';

const room = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The lazily loaded editor is one large chunk by design, kB. */
const CHUNK_WARNING_KB = 6_000;

/** Whether a module comes with another one from the beginning. */
function comesWith(entry: string): (id: string, context: Rolldown.ChunkingContext) => boolean {
  const members = new Set<string>();
  return (id, context) => {
    if (members.size === 0) {
      members.add(room(entry));
      for (const module of members)
        for (const imported of context.getModuleInfo(module)?.importedIds ?? []) members.add(imported);
    }
    return members.has(id);
  };
}

const inBegin = comesWith('../renderer/begin.ts');
const inStart = comesWith('../renderer/main.tsx');
/** What every file needs for loading others. */
const LOADERS = /vite\/preload-helper|rolldown\/runtime/;
const BEGIN = 'begin';
const START = 'start';

/** What the page begins with, and what the window is made of, are one file each: one more is one more request. */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: (id, context) => (LOADERS.test(id) || inBegin(id, context) ? BEGIN : null), priority: 2 },
  { name: (id, context) => (inStart(id, context) ? START : null), priority: 1 },
];

const NO_STYLES = '\0no-styles';

/** Markup is made without styles. */
const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? NO_STYLES : null),
  load: (id) => (id === NO_STYLES ? '' : null),
};

/** The window's frame as markup. */
async function frame(): Promise<string> {
  const { module } = await runnerImport<typeof import('../renderer/app/Frame.tsx')>(room('../renderer/app/Frame.tsx'), {
    configFile: false,
    root: room('../renderer'),
    logLevel: 'error',
    plugins: [noStyles],
  });
  return renderToStaticMarkup(createElement(module.Frame));
}

const preload = (file: string) => `\n    <link rel="modulepreload" crossorigin href="./${file}">`;

/** Sheets that lie in the page itself. */
const ownSheets: string[] = [];

/** Writes into the page what it draws before any script: its styles, its frame, and which script it is going to need. */
const drawnPage: Plugin = {
  name: 'drawn-page',
  enforce: 'pre',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      const begin = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === BEGIN);
      const sheets = begin?.type === 'chunk' ? begin.viteMetadata?.importedCss : undefined;
      ownSheets.splice(0, ownSheets.length, ...(sheets ?? []));
      // Else every file that comes later would ask for them again.
      sheets?.clear();
    },
  },
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      const markup = await frame();
      const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === START);
      const needed = start?.type === 'chunk' ? [start.fileName, ...start.imports] : [];
      const styles = ownSheets.map((name) => {
        const file = bundle[name];
        delete bundle[name];
        return file?.type === 'asset' ? String(file.source) : '';
      });
      return html
        .replace('</title>', () => `</title>${needed.map(preload).join('')}`)
        .replace('</head>', () => `  <style>${styles.join('\n')}</style>\n  </head>`)
        .replace('<div id="root">', () => `<div id="root">${markup}`);
    },
  },
};

export default defineConfig({
  root: room('../renderer'),
  base: './',
  publicDir: false,
  cacheDir: room('../.cache/vite'),
  plugins: [react(), drawnPage],
  worker: { format: 'es' },
  build: {
    outDir: room('../out/renderer'),
    emptyOutDir: true,
    target: 'chrome108',
    modulePreload: { polyfill: false },
    // font-src has no data: in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: CHUNK_WARNING_KB,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
