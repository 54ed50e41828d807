export type Shortcut = 'search' | 'new-link' | 'new-folder' | 'help';

const KEYS: Readonly<Record<string, Shortcut>> = {
  '/': 'search',
  n: 'new-link',
  f: 'new-folder',
  '?': 'help',
};

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'defaultPrevented'>;

/** What a key is for; null while somebody types, or for a key that belongs to the browser. */
export function shortcutOf(press: Press, isTyping: boolean): Shortcut | null {
  if (isTyping || press.defaultPrevented || press.altKey || press.ctrlKey || press.metaKey) return null;
  return KEYS[press.key] ?? null;
}
