import type { Page } from 'playwright-core';
import { parseJson } from '../../../shared/lib/json.ts';
import { savedFiles } from '../saved.ts';
import { openTab } from '../window.ts';
import { type Check, type Differences, differences, type Run, show } from './check.ts';
import { taskOf } from './events.ts';

/** The tabs that show what an agent says. A tab that a place does not have is passed over. */
const TABS = ['conversation', 'timeline', 'card'];
/** What the page shows may come a little after the answer, milliseconds. */
const SETTLE_MS = 3_000;

/** Looks at the page on every tab that it has. */
async function onEveryTab<T>(run: Run, look: (page: Page) => Promise<T>): Promise<T[]> {
  const { page } = await run.window();
  const seen = [await look(page)];
  for (const tab of TABS) {
    if ((await page.locator(`[data-testid=tab][data-tab=${tab}]`).count()) === 0) continue;
    await openTab(page, tab);
    seen.push(await look(page));
  }
  return seen;
}

const part = (page: Page, testId: string, more = '') => page.locator(`[data-testid=${testId}]${more}`);

const jsonOf = (text: string): unknown => {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
};

/** Cards of tool calls, unfolded. */
async function toolsOf(page: Page): Promise<unknown[]> {
  const cards = part(page, 'tool-card');
  const tools: unknown[] = [];
  for (let index = 0; index < (await cards.count()); index++) {
    const card = cards.nth(index);
    await card.locator('[data-toggle]').click();
    const [input, result] = await card.locator('.tool-body pre, .tool-body code').allTextContents();
    tools.push({
      toolUseId: await card.getAttribute('data-id'),
      name: await card.getAttribute('data-name'),
      status: await card.getAttribute('data-state'),
      input: jsonOf(input ?? ''),
      result: jsonOf(result ?? ''),
    });
  }
  return tools;
}

/** Members of `view`: what the page shows of the case. */
export const VIEW_CHECKS: Readonly<Record<string, Check>> = {
  globals_absent: async (wanted: string[], run) => {
    const seen = await onEveryTab(run, (page) =>
      page.evaluate((names) => names.filter((name) => name in globalThis), wanted),
    );
    const there = [...new Set(seen.flat())];
    return there.length > 0 ? [`view: the page has ${show(there)}`] : [];
  },
  // The page's own scripts lie outside the app's element.
  no_elements: async (wanted: string[], run) => {
    const seen = await onEveryTab(run, (page) =>
      page.evaluate(
        (selectors) => selectors.filter((one) => document.querySelector(`[data-testid=app] ${one}`) !== null),
        wanted,
      ),
    );
    const there = [...new Set(seen.flat())];
    return there.length > 0 ? [`view: there are elements ${show(there)}`] : [];
  },
  outcome_mark: async (wanted: string, run) => {
    const { page } = await run.window();
    await openTab(page, 'timeline');
    await part(page, 'event-row').first().waitFor({ timeout: SETTLE_MS });
    const failed = (await part(page, 'event-row', '[data-lane=error]').count()) > 0;
    return differences('view.outcome_mark', wanted, failed ? 'error' : 'ok');
  },
  wire_mark: async (wanted: string, run) => {
    const { page } = await run.window();
    await openTab(page, 'timeline');
    await part(page, 'event-row').first().waitFor({ timeout: SETTLE_MS });
    const counts = await part(page, 'event-row').evaluateAll((rows) =>
      rows.map((row) => Number(row.getAttribute('data-findings') ?? 0)),
    );
    return differences('view.wire_mark', wanted, counts.every((count) => count === 0) ? 'valid' : 'invalid');
  },
  artifact_size: async (wanted: number, run) => {
    const { page } = await run.window();
    await openTab(page, 'conversation');
    const card = part(page, 'artifact-card').first();
    await card.waitFor({ timeout: SETTLE_MS });
    const text = taskOf(run.played)?.artifacts[0]?.text ?? '';
    return [
      ...differences('view.artifact_size', wanted, Number(await card.getAttribute('data-bytes'))),
      ...differences('artifact_size in the session', wanted, Buffer.byteLength(text)),
    ];
  },
  /** Under which the files of the artifacts are offered. Whether a dot at their beginning may go, the case says. */
  save_names: async (wanted: string[], run) => {
    const dots = run.says.includes('a leading dot may be replaced');
    const plain = (name: string) => (dots ? name.replace(/^[._]/, '.') : name);
    const names = (await savedFiles(run)).map(({ name }) => plain(name));
    return differences('view.save_names', wanted.map(plain), names);
  },
  tools: async (wanted: unknown[], run) => {
    const { page } = await run.window();
    await openTab(page, 'conversation');
    await part(page, 'tool-card').first().waitFor({ timeout: SETTLE_MS });
    return differences('view.tools', wanted, await toolsOf(page));
  },
  thinking: async (wanted: string, run) => {
    const { page } = await run.window();
    await openTab(page, 'conversation');
    const cards = part(page, 'thinking');
    await cards.first().waitFor({ timeout: SETTLE_MS });
    const text = (await cards.allTextContents()).join('');
    return text.includes(wanted) ? [] : [`view.thinking: expected ${show(wanted)}, got ${show(text)}`];
  },
  usage: async (wanted: Record<string, number>, run) => {
    const { page } = await run.window();
    await openTab(page, 'conversation');
    const line = part(page, 'usage').first();
    await line.waitFor({ timeout: SETTLE_MS });
    const text = (await line.textContent()) ?? '';
    const numbers = text.match(/\d+/g)?.map(Number) ?? [];
    const missing = Object.entries(wanted).filter(([, value]) => !numbers.includes(value));
    return missing.length > 0 ? [`view.usage: ${show(Object.fromEntries(missing))} is not in ${show(text)}`] : [];
  },
  /** Exchanges of the wire view: status in the row, method and path beside it once it is chosen. */
  log_entries: async (wanted: { method: string; path: string; status: number }[], run) => {
    const { page } = await run.window();
    const bar = part(page, 'wire-bar', '[data-state=collapsed]');
    if ((await bar.count()) > 0) await bar.locator('button').first().click();
    const rows = part(page, 'exchange-row');
    await rows.first().waitFor({ timeout: SETTLE_MS });
    const found: Differences = [];
    for (const [index, { method, path, status }] of wanted.entries()) {
      const row = rows.nth(index);
      const shown = (await row.textContent({ timeout: SETTLE_MS })) ?? '';
      if (!shown.includes(String(status))) found.push(`view.log_entries[${index}]: no ${status} in ${show(shown)}`);
      await row.click();
      const url = `${run.places.origin}${path}`;
      const wire = part(page, 'wire').filter({ hasText: method }).filter({ hasText: url });
      const there = await wire.waitFor({ timeout: SETTLE_MS }).then(
        () => true,
        () => false,
      );
      if (!there) found.push(`view.log_entries[${index}]: ${method} ${path} is not on screen`);
    }
    return found;
  },
};
