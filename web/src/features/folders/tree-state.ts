import { PERSONAL_KEYS, type PersonalStorage, writePersonal } from '#web/account/stored-user.ts';

/** Which parts of the tree are open. */
export interface TreeState {
  /** Whether the Folders section is open. */
  readonly isOpen: boolean;
  /** The ids of the expanded folders. */
  readonly expanded: ReadonlySet<number>;
}

const INITIAL: TreeState = { isOpen: false, expanded: new Set() };

/** Reads the state that this user stored. Folder ids repeat between users, so another user's state must not apply. */
export function readTreeState(storage: PersonalStorage, uid: string): TreeState {
  try {
    const saved: unknown = JSON.parse(storage().getItem(PERSONAL_KEYS.tree) ?? 'null');
    if (typeof saved !== 'object' || saved === null || fieldOf(saved, 'uid') !== uid) return INITIAL;
    const expanded = fieldOf(saved, 'expanded');
    return {
      isOpen: fieldOf(saved, 'isOpen') === true,
      expanded: new Set(Array.isArray(expanded) ? expanded.filter((id) => Number.isInteger(id)) : []),
    };
  } catch {
    // Storage is blocked or its content is invalid: the tree starts collapsed.
    return INITIAL;
  }
}

export function writeTreeState(storage: PersonalStorage, uid: string, { isOpen, expanded }: TreeState): void {
  writePersonal(storage, uid, PERSONAL_KEYS.tree, JSON.stringify({ uid, isOpen, expanded: [...expanded] }));
}

function fieldOf(value: object, name: string): unknown {
  return Reflect.get(value, name);
}
