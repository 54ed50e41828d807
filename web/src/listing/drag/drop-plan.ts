import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';

import type { Dragged } from '#web/state/dragged.ts';
import type { FolderTree } from '#web/sync/library/folder-tree.ts';
import type { Key } from '#web/sync/library/keys.ts';

export type DropPlan =
  | { readonly kind: 'nothing' }
  /** The target is a descendant of the folder. */
  | { readonly kind: 'cycle'; readonly folder: Key }
  | { readonly kind: 'add'; readonly links: readonly Key[] }
  | { readonly kind: 'move'; readonly folder: Key };

const NOTHING: DropPlan = { kind: 'nothing' };

/** Decides the effect of a drop. A `target` of 0 is the root. */
export function planDrop(tree: FolderTree, { kind, keys }: Dragged, target: Key): DropPlan {
  if (kind === 'link') return target === ROOT_FOLDER_ID ? NOTHING : { kind: 'add', links: keys };
  const [folder] = keys;
  if (folder === undefined || folder === target || tree.parent(folder) === target) return NOTHING;
  return tree.canMove(folder, target) ? { kind: 'move', folder } : { kind: 'cycle', folder };
}
