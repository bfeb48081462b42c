import { describe, expect, it } from 'vitest';
import { checkLayers, readGraph, typeImports } from './layers.mjs';

const file = (from: string, to: string) => ({ from, to, file: true });
const pack = (from: string, to: string) => ({ from, to, file: false });

describe('layers', () => {
  it('lets imports go inwards', () => {
    const edges = [
      file('shared/model/task.ts', 'shared/lib/json.ts'),
      file('shared/contract/feed.ts', 'shared/model/row.ts'),
      file('electron/engine/engine.ts', 'shared/a2a/operations.ts'),
      file('electron/web/index.ts', 'electron/engine/engine.ts'),
      file('renderer/features/timeline/Panel.tsx', 'renderer/ui/Button.tsx'),
      file('renderer/features/timeline/Panel.tsx', 'renderer/features/timeline/view-model.ts'),
      file('renderer/app/App.tsx', 'renderer/features/timeline/panel.ts'),
      file('renderer/main.tsx', 'renderer/app/App.tsx'),
      pack('electron/main/window.ts', 'electron'),
      pack('electron/preload/index.ts', 'electron'),
      pack('electron/engine/net/http.ts', 'node:http'),
      pack('renderer/ui/Menu.tsx', 'radix-ui'),
      pack('renderer/ui/Menu.tsx', 'react/jsx-runtime'),
    ];
    expect(checkLayers(edges)).toEqual([]);
  });

  it.each([
    ['an inner room that knows an outer one', file('shared/model/task.ts', 'shared/a2a/operations.ts')],
    ['shared that knows a host', file('shared/contract/feed.ts', 'electron/engine/feed.ts')],
    ['Node in shared', pack('shared/lib/bytes.ts', 'node:buffer')],
    ['Node in shared, without the prefix', pack('shared/lib/bytes.ts', 'fs')],
    ['a DOM package in shared', pack('shared/lenses/lens.ts', 'react')],
    ['electron in the engine', pack('electron/engine/vault.ts', 'electron')],
    ['electron in the web host', pack('electron/web/index.ts', 'electron/main')],
    ['one host that knows another', file('electron/web/index.ts', 'electron/main/window.ts')],
    ['Node in the sandboxed preload', pack('electron/preload/index.ts', 'node:fs')],
    ['the engine in the renderer', file('renderer/state/log.ts', 'electron/engine/feed.ts')],
    ['a feature that knows another', file('renderer/features/tree/Panel.tsx', 'renderer/features/wire/Panel.tsx')],
    [
      'a feature that knows one with a longer name',
      file('renderer/features/card/a.ts', 'renderer/features/cards/b.ts'),
    ],
    ['a shared view that knows a feature', file('renderer/views/Prose.tsx', 'renderer/features/wire/Panel.tsx')],
    ['a widget that knows the domain', file('renderer/ui/Row.tsx', 'shared/model/row.ts')],
    ['a widget with a store', pack('renderer/ui/Row.tsx', 'zustand')],
    ['Node in the renderer', pack('renderer/host/http.ts', 'node:http')],
    ['a file in no room', pack('shared/stray.ts', 'zod')],
  ])('refuses %s', (_, edge) => {
    const lines = checkLayers([edge]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(edge.from);
  });

  it('sees type-only imports, also over several lines', () => {
    const text = `import type { A } from './a.ts';\nexport type {\n  B,\n} from "../b.ts";\nimport { c } from './c.ts';\n`;
    expect(typeImports(text)).toEqual(['./a.ts', '../b.ts']);
  });

  it('reads the project itself', async () => {
    const edges = await readGraph();
    expect(edges.some((edge) => edge.file && edge.from.startsWith('shared/') && edge.to.startsWith('shared/'))).toBe(
      true,
    );
  });
});
