import { focusMain } from './focus-main.ts';

/** The id of the button that opens the navigation in a narrow window. */
export const MENU_BUTTON_ID = 'menu-button';

/** If the focused element is gone, focuses the button that opens the navigation. In a wide window, focuses the main area. */
export function focusMenuButton(): void {
  if (isFocusGone()) document.getElementById(MENU_BUTTON_ID)?.focus();
  if (isFocusGone()) focusMain();
}

/** Browsers move the focus from a hidden element to the body only after some time. */
function isFocusGone(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.getClientRects().length === 0;
}
