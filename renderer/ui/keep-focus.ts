/** Where the focus was, and the way from there up to the page. */
interface Stop {
  element: HTMLElement;
  way: { parent: Element; index: number }[];
  /** Name of the pane around it; undefined in a layer over the panes. */
  pane: string | undefined;
}

/** Earlier places of the focus that are remembered: a menu within a dialog within a pane, and some more. */
const REMEMBERED = 12;

/** Inside of these the focus moves to a neighbour; out of them it goes back to where it was before. */
const REGIONS = '[data-pane], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** What has arrow keys of its own is more to the point than the controls around it. */
const LISTS = '[role="grid"], [role="treegrid"], [role="log"], [role="listbox"]';

const TABBABLE =
  'button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), a[href], summary, [tabindex]';

/** Attributes that can take the focus away, or allow it again. */
const TELLING = ['disabled', 'inert', 'hidden', 'aria-hidden'];

/** The pane that is always there. */
const CENTRE = 'main';

const nobody = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Nothing that its elements say keeps it from having the focus. */
const mayHold = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.closest('[inert], [aria-hidden="true"]') === null;

const canHold = (element: HTMLElement): boolean =>
  mayHold(element) && element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';

function stopAt(element: HTMLElement): Stop {
  const way: Stop['way'] = [];
  for (let child: Element = element; child.parentElement; child = child.parentElement)
    way.push({ parent: child.parentElement, index: Array.prototype.indexOf.call(child.parentElement.children, child) });
  const pane = element.closest('[data-over]') ? null : element.closest<HTMLElement>('[data-pane]');
  return { element, way, pane: pane?.dataset.pane };
}

function take(element: HTMLElement): boolean {
  if (!canHold(element)) return false;
  element.focus();
  return document.activeElement === element;
}

/** The first part of an element that takes the focus: its twin of what was lost, else what Tab stops at. */
function takeIn(element: Element, lost: HTMLElement): boolean {
  const name = lost.dataset.testid;
  const twin = name === undefined ? undefined : `[data-testid="${CSS.escape(name)}"]`;
  const within = (selector: string) => [
    ...(element.matches(selector) ? [element as HTMLElement] : []),
    ...element.querySelectorAll<HTMLElement>(selector),
  ];
  const stops = (selector: string) => within(selector).some((one) => one.tabIndex >= 0 && take(one));
  return (twin !== undefined && within(twin).some(take)) || stops(LISTS) || stops(TABBABLE);
}

/** Next to where it was: what comes after it, else what comes before, else around its parent. */
function takeNeighbour({ element, way }: Stop): boolean {
  for (const { parent, index } of way) {
    if (!parent.isConnected) continue;
    if (!parent.closest(REGIONS)) return false;
    const { children } = parent;
    for (let at = index; at < children.length; at++) if (takeIn(children[at] as Element, element)) return true;
    for (let at = Math.min(index, children.length) - 1; at >= 0; at--)
      if (takeIn(children[at] as Element, element)) return true;
  }
  return false;
}

/**
 * Keeps the keyboard in the window: when what had the focus goes away, the focus goes to its neighbour, or into the pane
 * that stands in the place of its own, or, out of a layer that closed, back to where it was before. `enter` focuses a
 * pane by its name and says whether it could. Returns the way to end this.
 */
export function keepFocus(enter: (pane: string) => boolean): () => void {
  let trail: Stop[] = [];

  /** A control that was disabled for a moment has lost the focus for good, and no event tells of it. */
  const giveBack = (lost: Stop) =>
    // A focus that the person put down is forgotten in the next frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (nobody() && trail[trail.length - 1] === lost) take(lost.element);
      }),
    );

  const recover = () => {
    const lost = trail[trail.length - 1];
    if (!lost || !nobody()) return;
    if (canHold(lost.element)) {
      giveBack(lost);
      return;
    }
    if (takeNeighbour(lost)) return;
    if (lost.pane !== undefined && enter(lost.pane)) return;
    // What the centre shows next may still be on its way.
    if (lost.pane === CENTRE && document.querySelector(`[data-pane="${CENTRE}"]`) === null) return;
    const back = [...trail].reverse();
    if (back.some(({ element }) => take(element)) || back.some(takeNeighbour)) return;
    enter(CENTRE);
  };
  const onFocusIn = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    trail = [...trail.filter(({ element }) => element !== target), stopAt(target)].slice(-REMEMBERED);
  };
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    // The page may be half changed now: asking whether it is drawn would lay out what is gone in a moment.
    const wasTaken = target instanceof HTMLElement && !mayHold(target);
    requestAnimationFrame(() => {
      const last = trail[trail.length - 1];
      if (!last || !nobody()) return;
      // Put down by the person, with a click on nothing.
      if (canHold(last.element) && !wasTaken) trail = [];
      else recover();
    });
  };

  // The first page takes the focus before anything can listen.
  onFocusIn({ target: document.activeElement });
  const observer = new MutationObserver(recover);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: TELLING });
  addEventListener('focusin', onFocusIn);
  addEventListener('focusout', onFocusOut);
  return () => {
    observer.disconnect();
    removeEventListener('focusin', onFocusIn);
    removeEventListener('focusout', onFocusOut);
  };
}
