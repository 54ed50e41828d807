import { focusMain } from './focus-main.ts';

/** Marks the button that opens the navigation in a narrow window. */
export const MENU_BUTTON_ID = 'menu-button';

/** If the focused element is gone, focuses the button that opens the navigation, or in a wide window the main area. */
export function focusMenuButton(): void {
  if (isFocusGone()) document.getElementById(MENU_BUTTON_ID)?.focus();
  if (isFocusGone()) focusMain();
}

/** Browsers move the focus from a hidden element to the body some time later. */
function isFocusGone(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.getClientRects().length === 0;
}
