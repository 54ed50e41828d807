const POPUP = '[role=dialog], [role=alertdialog], [role=menu]';
const FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Whether the focus is in a field, or a popup or menu is open. In these, keys and pasted texts have another meaning. */
export function isTyping(target: EventTarget | null): boolean {
  const isInField = target instanceof Element && target.closest(`${FIELD}, ${POPUP}`) !== null;
  return isInField || isPopupOpen();
}

export function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELD) !== null;
}

export function isPopupOpen(): boolean {
  return document.querySelector(POPUP) !== null;
}

/** The open menu. Null if a dialog is open too, because a menu is inside its own dialog. */
export function openMenu(): Element | null {
  const popups = [...document.querySelectorAll(POPUP)];
  const menu = popups.find((popup) => popup.role === 'menu') ?? null;
  return popups.every((popup) => popup.contains(menu)) ? menu : null;
}
