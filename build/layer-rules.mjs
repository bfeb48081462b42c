// @ts-check

/**
 * What the files of one room may import besides their own room.
 * @typedef {object} Room
 * @property {string} room folder; a last part `*` makes every folder at that place a room of its own
 * @property {string[]} rooms other folders, each with everything below it
 * @property {string[]} packages npm packages; `*` for any, `name/*` for a scope
 * @property {boolean} [node] Node's own modules
 * @property {boolean} [electron] the module 'electron': anywhere else a plain Node host would try to load it
 */

/** Packages that run anywhere: no DOM, no Node. */
const PURE = ['zod', 'eventsource-parser', 'canonicalize'];
const WIDGETS = ['react', 'react-dom', 'radix-ui', '@radix-ui/*', 'lucide-react', 'monaco-editor'];
/** The contract and the vocabulary that its shapes are made of. */
const CONTRACT_ROOMS = ['shared/contract', 'shared/model', 'shared/lib'];
const HOST_ROOMS = ['electron/engine', 'electron/sample-agent', 'shared'];
const VIEW_ROOMS = ['renderer/ui', 'renderer/state', 'renderer/strings', 'shared'];

/** @type {Room[]} */
export const ROOMS = [
  { room: 'shared/lib', rooms: [], packages: [] },
  { room: 'shared/model', rooms: ['shared/lib'], packages: [] },
  // The fold marks rows with what the lenses read.
  { room: 'shared/a2a', rooms: ['shared/lib', 'shared/model', 'shared/lenses'], packages: PURE },
  { room: 'shared/lenses', rooms: ['shared/lib', 'shared/model'], packages: PURE },
  { room: 'shared/replay', rooms: ['shared/lib', 'shared/model'], packages: PURE },
  {
    room: 'shared/contract',
    rooms: ['shared/lib', 'shared/model', 'shared/a2a', 'shared/lenses', 'shared/replay'],
    packages: PURE,
  },
  { room: 'electron/engine', rooms: ['shared'], packages: ['*'], node: true },
  { room: 'electron/sample-agent', rooms: ['shared'], packages: ['*'], node: true },
  { room: 'electron/main', rooms: HOST_ROOMS, packages: ['*'], node: true, electron: true },
  { room: 'electron/web', rooms: HOST_ROOMS, packages: ['*'], node: true },
  { room: 'electron/cli', rooms: HOST_ROOMS, packages: ['*'], node: true },
  { room: 'electron/preload', rooms: CONTRACT_ROOMS, packages: [], electron: true },
  { room: 'renderer/ui', rooms: [], packages: WIDGETS },
  { room: 'renderer/strings', rooms: [], packages: ['intl-messageformat'] },
  { room: 'renderer/host', rooms: CONTRACT_ROOMS, packages: PURE },
  { room: 'renderer/state', rooms: ['renderer/host', 'renderer/strings', 'shared'], packages: ['*'] },
  // What several features show alike.
  { room: 'renderer/views', rooms: VIEW_ROOMS, packages: ['*'] },
  { room: 'renderer/features/*', rooms: ['renderer/views', ...VIEW_ROOMS], packages: ['*'] },
  { room: 'renderer/app', rooms: ['renderer', 'shared'], packages: ['*'] },
  { room: 'renderer/styles.ts', rooms: ['renderer'], packages: [] },
  { room: 'renderer/begin.ts', rooms: ['renderer'], packages: [] },
  { room: 'renderer/main.tsx', rooms: ['renderer', 'shared'], packages: ['*'] },
];
