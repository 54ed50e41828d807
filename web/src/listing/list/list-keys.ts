export type ListKey = 'selectAll' | 'clear' | 'remove' | 'move' | 'star' | 'takeOut' | 'edit' | 'copy';

/** The keys without a modifier key. */
export const LIST_KEYS: Readonly<Record<string, ListKey>> = {
  Escape: 'clear',
  Delete: 'remove',
  // The delete key of a Mac.
  Backspace: 'remove',
  c: 'copy',
  e: 'edit',
  m: 'move',
  s: 'star',
  r: 'takeOut',
};

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat'>;

/** What a key does in a list, with the selected items or the focused one. */
export function listKeyOf({ key, altKey, ctrlKey, metaKey, shiftKey, repeat }: Press): ListKey | null {
  if (altKey || shiftKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? 'selectAll' : null;
  // A held Delete would move one link after the other to the trash, and a held s would star and unstar.
  if (repeat) return null;
  // With caps lock, a letter is upper-case.
  return LIST_KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}
