import { PERSONAL_KEYS, type PersonalStorage, writePersonal } from '#web/account/stored-user.ts';

/** How somebody left the tree. */
export interface TreeMemory {
  /** The whole section of folders. */
  readonly isOpen: boolean;
  /** Ids of folders whose sub-folders show. */
  readonly expanded: ReadonlySet<number>;
}

const UNTOUCHED: TreeMemory = { isOpen: false, expanded: new Set() };

/** What was saved by the same person; another one's folders have the same numbers. */
export function readTreeMemory(storage: PersonalStorage, uid: string): TreeMemory {
  try {
    const saved: unknown = JSON.parse(storage().getItem(PERSONAL_KEYS.tree) ?? 'null');
    if (typeof saved !== 'object' || saved === null || fieldOf(saved, 'uid') !== uid) return UNTOUCHED;
    const expanded = fieldOf(saved, 'expanded');
    return {
      isOpen: fieldOf(saved, 'isOpen') === true,
      expanded: new Set(Array.isArray(expanded) ? expanded.filter((id) => Number.isInteger(id)) : []),
    };
  } catch {
    // Storage is blocked or somebody has written nonsense into it: the tree begins collapsed.
    return UNTOUCHED;
  }
}

export function writeTreeMemory(
  storage: PersonalStorage,
  uid: string,
  { isOpen, expanded }: TreeMemory,
): void {
  writePersonal(storage, uid, PERSONAL_KEYS.tree, JSON.stringify({ uid, isOpen, expanded: [...expanded] }));
}

function fieldOf(value: object, name: string): unknown {
  return Reflect.get(value, name);
}
