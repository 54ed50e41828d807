export type Shortcut = 'search' | 'new-link' | 'new-folder' | 'help' | 'undo' | 'redo';

const KEYS: Readonly<Record<string, Shortcut>> = {
  '/': 'search',
  n: 'new-link',
  f: 'new-folder',
  '?': 'help',
};

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'defaultPrevented'>;

/** The shortcut of a key; null while the user types. Only undo and redo have a modifier key. */
export function shortcutOf(press: Press, isTyping: boolean): Shortcut | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = press;
  if (isTyping || defaultPrevented || altKey) return null;
  if (!ctrlKey && !metaKey) return KEYS[key] ?? null;
  // With the shift key or caps lock, the letter is upper-case.
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && ctrlKey && !shiftKey ? 'redo' : null;
}
