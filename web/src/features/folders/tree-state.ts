import {
  PERSONAL_KEYS,
  type PersonalStorage,
  readPersonal,
  writePersonal,
} from '#web/account/stored-user.ts';

/** Which parts of the tree are open. */
export interface TreeState {
  /** Whether the Folders section is open. */
  readonly isOpen: boolean;
  /** The ids of the expanded folders. */
  readonly expanded: ReadonlySet<number>;
}

export function readTreeState(storage: PersonalStorage, uid: string): TreeState {
  const saved = readPersonal(storage, uid, PERSONAL_KEYS.tree);
  const expanded: unknown = Reflect.get(saved, 'expanded');
  return {
    isOpen: Reflect.get(saved, 'isOpen') === true,
    expanded: new Set(Array.isArray(expanded) ? expanded.filter((id) => Number.isInteger(id)) : []),
  };
}

export function writeTreeState(storage: PersonalStorage, uid: string, { isOpen, expanded }: TreeState): void {
  writePersonal(storage, uid, PERSONAL_KEYS.tree, JSON.stringify({ uid, isOpen, expanded: [...expanded] }));
}
