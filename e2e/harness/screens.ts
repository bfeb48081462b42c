import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { faults } from './axe.ts';
import { LOUPE_ROOT } from './environment.ts';

const RENDERER = join(LOUPE_ROOT, 'renderer');

const read = (file: string): string => readFileSync(join(RENDERER, file), 'utf8');

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((found) => found[1] ?? '');

/** Components of panels, dialogs and menus: everything but the parts that these are made of. */
const components = (): string[] =>
  ['app', 'features', 'views'].flatMap((folder) =>
    (readdirSync(join(RENDERER, folder), { recursive: true }) as string[])
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => `${folder}/${file}`),
  );

const OVERLAY = /<(?:Dialog|Dialog\.Root|Confirm|TextPrompt|Menu|ContextMenu|GoToNumber)[\s>]/;
const NOTICES = {
  empty: /<Empty\s[^>]*?panel="([a-z-]+)"/g,
  loading: /<(?:Loading|LateLoading)\s[^>]*?panel="([a-z-]+)"/g,
  error: /<(?:ErrorNotice|TroubleNotice|A2AErrorNotice)\s[^>]*?panel="([a-z-]+)"/g,
} as const;

/** Everything the sources can put on the screen: `panel card`, `layer find`, `overlay app/KeySheet.tsx`, `empty wire`. */
export function declaredScreens(): string[] {
  const files = components();
  const panels = matches(read('app/panels.ts'), /from '\.\.\/(features\/[a-z-]+\/panel\.ts)'/g).flatMap((file) =>
    matches(read(file), /\bid: '([a-z-]+)'/g),
  );
  const found = [
    ...panels.map((id) => `panel ${id}`),
    ...matches(read('app/layers.ts'), /\bkind: '([a-z-]+)'/g).map((kind) => `layer ${kind}`),
    ...files.filter((file) => OVERLAY.test(read(file))).map((file) => `overlay ${file}`),
    ...Object.entries(NOTICES).flatMap(([state, pattern]) =>
      files.flatMap((file) => matches(read(file), pattern)).map((panel) => `${state} ${panel}`),
    ),
  ];
  return [...new Set(found)].sort();
}

/** Where a part is to be seen while its screen is looked at. */
function selectorOf(part: string): string {
  const [kind = '', name = ''] = part.split(' ');
  if (kind === 'panel') return `[data-testid=tab][data-tab="${name}"][data-state=selected]`;
  if (kind === 'layer' || kind === 'overlay') return '[role=dialog], [role=menu], .goto-number';
  return `[data-testid=${kind}][data-for="${name}"]`;
}

/** Serious faults of a screen in both themes, and parts that should be on it but are not; one line each. */
export async function screenFaults(page: Page, name: string, parts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const part of parts) {
    const seen = await page
      .locator(selectorOf(part))
      .first()
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      );
    if (!seen) found.push(`${name}: ${part} is not on it`);
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`[data-testid=app][data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
    found.push(...(await faults(page)).map((fault) => `${name}, ${colorScheme}: ${fault}`));
  }
  return found;
}
