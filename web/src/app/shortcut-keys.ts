export type Shortcut = 'search' | 'quick-open' | 'new-link' | 'new-folder' | 'help' | 'undo' | 'redo';

/** The keys without a modifier key. */
export const APP_KEYS: Readonly<Record<string, Shortcut>> = {
  '/': 'search',
  n: 'new-link',
  f: 'new-folder',
  '?': 'help',
};

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'defaultPrevented'>;

/** The shortcut of a key; null while the user types, except for quick open. Some have a modifier key. */
export function shortcutOf(press: Press, isTyping: boolean): Shortcut | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = press;
  if (defaultPrevented || altKey) return null;
  const hasModifier = ctrlKey || metaKey;
  // With the shift key or caps lock, the letter is upper-case.
  const letter = key.toLowerCase();
  if (hasModifier && letter === 'k' && !shiftKey) return 'quick-open';
  if (isTyping) return null;
  if (!hasModifier) return APP_KEYS[shiftKey ? key : letter] ?? null;
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && ctrlKey && !shiftKey ? 'redo' : null;
}
