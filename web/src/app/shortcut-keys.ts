export type Shortcut = 'search' | 'new-link' | 'new-folder' | 'help';

const KEYS: Readonly<Record<string, Shortcut>> = {
  '/': 'search',
  n: 'new-link',
  f: 'new-folder',
  '?': 'help',
};

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'defaultPrevented'>;

/** The shortcut of a key; null while the user types, or with a modifier key. */
export function shortcutOf(press: Press, isTyping: boolean): Shortcut | null {
  if (isTyping || press.defaultPrevented || press.altKey || press.ctrlKey || press.metaKey) return null;
  return KEYS[press.key] ?? null;
}
