export type ListKey = 'selectAll' | 'clear' | 'remove' | 'move' | 'star' | 'takeOut';

const KEYS: Readonly<Record<string, ListKey>> = {
  Escape: 'clear',
  Delete: 'remove',
  // The delete key of a Mac.
  Backspace: 'remove',
  m: 'move',
  s: 'star',
  r: 'takeOut',
};

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** What a key does in a list, with the selected items or the focused one. */
export function listKeyOf({ key, altKey, ctrlKey, metaKey, shiftKey }: Press): ListKey | null {
  if (altKey || shiftKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? 'selectAll' : null;
  return KEYS[key] ?? null;
}
