/** Marks the button that opens the navigation in a narrow window. */
export const MENU_BUTTON_ID = 'menu-button';

/** If the focused element is gone, focuses the button that opens the navigation. Does nothing in a wide window. */
export function focusMenuButton(): void {
  if (document.activeElement === document.body) document.getElementById(MENU_BUTTON_ID)?.focus();
}
