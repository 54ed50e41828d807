/** The key of commands on this device. */
const COMMAND = /Mac|iPhone|iPad/.test(globalThis.navigator.userAgent) ? '⌘' : 'Ctrl';

/** The keys and what they do, as the dialog shows them. */
export const SHORTCUTS = [
  ['n', 'New link'],
  ['f', 'New folder'],
  ['/', 'Search my links'],
  [`${COMMAND} K`, 'Go to a folder, link or command'],
  [`${COMMAND} V`, 'Add the copied urls as links'],
  ['Esc', 'Clear the search or the selection, or close a dialog or menu'],
  ['↑ ↓', 'Move through the list'],
  ['← →', 'Move within a row'],
  ['Space', 'Select a row; with Shift, select a range'],
  [`${COMMAND} A`, 'Select the whole list'],
  ['Enter', 'Open a link or folder'],
  ['e', 'Edit'],
  ['c', 'Copy the link'],
  ['s', 'Add to favorites, or remove'],
  ['m', 'Move to a folder'],
  ['m d', 'On Duplicates: merge the group; mark its links as no duplicates'],
  ['r', 'Remove from the folder; in the trash, restore'],
  ['Delete', 'Or Backspace: move to the trash; in the trash, delete forever'],
  ['e s Delete', 'On Details: the same for its link'],
  ['Shift F10', 'Open the menu of a row'],
  [`${COMMAND} Z`, 'Undo'],
  [`Shift ${COMMAND} Z`, 'Redo'],
  ['?', 'Show these shortcuts'],
] as const;
