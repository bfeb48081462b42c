/** Things inside a card that a click is meant for; the card is not selected by it. */
const CONTROLS = 'button, a, input, select, textarea, summary, label';

/** The row to select for a click on a card; undefined for a click on something of its own, or that marked text. */
export function rowOfCard(target: HTMLElement): number | undefined {
  const card = target.closest<HTMLElement>('[data-card]');
  const control = target.closest<HTMLElement>(CONTROLS);
  if (!card || (control && !control.matches('[data-toggle]'))) return undefined;
  if (!getSelection()?.isCollapsed) return undefined;
  return Number(card.dataset.seq);
}

/** Moves the focus to a neighbouring card. From the list itself the way down begins at the first card on screen. */
export function moveFocus(list: HTMLElement, way: 'next' | 'previous' | 'first'): void {
  const cards = [...list.querySelectorAll<HTMLElement>('[data-card]')];
  if (cards.length === 0) return;
  const at = cards.indexOf(document.activeElement as HTMLElement);
  let to = 0;
  if (way !== 'first') {
    to = at < 0 ? entry(list, cards, way) : Math.max(0, Math.min(cards.length - 1, at + (way === 'next' ? 1 : -1)));
  }
  const card = cards[to];
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'nearest' });
}

function entry(list: HTMLElement, cards: HTMLElement[], way: 'next' | 'previous'): number {
  const { top, bottom } = list.getBoundingClientRect();
  if (way === 'next')
    return Math.max(
      0,
      cards.findIndex((card) => card.getBoundingClientRect().bottom > top),
    );
  for (let index = cards.length - 1; index >= 0; index--) {
    const card = cards[index];
    if (card && card.getBoundingClientRect().top < bottom) return index;
  }
  return cards.length - 1;
}

/** The button of a question card that has the focus by which it is answered so. */
export const choiceIn = (card: HTMLElement, role: 'allow' | 'deny'): HTMLElement | null =>
  card.matches('[data-card]') ? card.querySelector<HTMLElement>(`[data-testid="choice"][data-role="${role}"]`) : null;
