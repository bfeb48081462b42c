/** For `ref`: takes the focus once, when the element appears because the person asked for it. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
