const PANES = ['top', 'rail', 'main', 'inspector', 'wire'] as const;

/** Where the focus goes inside a pane, best first. */
const STOPS = [
  '[data-testid="timeline"]',
  '[data-testid="spans"]',
  '[data-testid="conversation"]',
  '[data-testid="artifact-list"]',
  '[data-list="exchanges"]',
  '[role="treeitem"][aria-selected="true"]',
  '[aria-current][tabindex="0"]',
  '[role="tab"][aria-selected="true"]',
  'input:not([tabindex="-1"])',
  'button:not([tabindex="-1"]):not(:disabled)',
  '[tabindex="0"]',
];

const paneOf = (name: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-pane="${name}"]`);

/** Moves the focus to the next pane on screen, or the one before, around the ends. */
export function cyclePane(step: 1 | -1): void {
  const open = PANES.filter((name) => paneOf(name));
  const here = open.findIndex((name) => paneOf(name)?.contains(document.activeElement));
  for (let tried = 1; tried <= open.length; tried++) {
    const name = open[(here + step * tried + open.length * 2) % open.length];
    if (name && focusIn(paneOf(name))) return;
  }
}

function focusIn(pane: HTMLElement | null): boolean {
  for (const stop of STOPS) {
    const target = pane?.querySelector<HTMLElement>(stop);
    if (!target) continue;
    target.focus();
    if (document.activeElement === target) return true;
  }
  return false;
}

export const focusPane = (name: string): boolean => focusIn(paneOf(name));

/** The first Tab stop of the window leads past rail and bars. */
export function skipToTimeline(): void {
  focusIn(paneOf('main'));
}

/** The focus is inside this pane. */
export const hasFocus = (name: (typeof PANES)[number]): boolean =>
  paneOf(name)?.contains(document.activeElement) === true;

/** The field that filters what has the focus, else what the centre shows. */
export function focusFilter(): void {
  const pane = hasFocus('wire') ? 'wire' : 'main';
  document.querySelector<HTMLElement>(`[data-pane="${pane}"] [data-filter]`)?.focus();
}

/** The agent's open question. */
export const focusQuestion = (): void =>
  document.querySelector<HTMLElement>('[data-testid="question-card"][data-state="open"]')?.focus();
