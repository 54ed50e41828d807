const TYPING =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]';

/** Whether the focus is in a field, or any popup or menu is open: there, keys and pasted texts have another meaning. */
export function isTyping(target: EventTarget | null): boolean {
  const isInField = target instanceof Element && target.closest(TYPING) !== null;
  return isInField || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}
