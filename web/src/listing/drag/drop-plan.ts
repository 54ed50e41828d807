import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';

import type { Dragged, Drop } from '#web/state/dragged.ts';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import { type Items, itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

export type DropPlan =
  | { readonly kind: 'nothing' }
  /** The target is a descendant of the dragged folder. */
  | { readonly kind: 'cycle'; readonly folder: Key; readonly target: Key }
  | { readonly kind: 'add'; readonly links: readonly Key[]; readonly target: Key }
  | { readonly kind: 'star' | 'trash'; readonly items: Items }
  /** For a move of links, `from` is the folder that they leave. */
  | { readonly kind: 'move'; readonly items: Items; readonly from: Key | null; readonly target: Key };

const NOTHING: DropPlan = { kind: 'nothing' };

/** Decides the effect of a drop. */
export function planDrop(
  tree: FolderTree,
  { kind, keys, from = null }: Dragged,
  { target, operation }: Drop,
): DropPlan {
  if (typeof target === 'string')
    return { kind: target === 'trash' ? 'trash' : 'star', items: itemsOf(kind, keys) };
  if (kind === 'link') {
    if (target === ROOT_FOLDER_ID || (operation === 'move' && from === target)) return NOTHING;
    return operation === 'move' && from !== null
      ? { kind: 'move', items: itemsOf('link', keys), from, target }
      : { kind: 'add', links: keys, target };
  }
  const [folder] = keys;
  if (folder === undefined || folder === target || tree.parent(folder) === target) return NOTHING;
  return tree.canMove(folder, target)
    ? { kind: 'move', items: itemsOf('folder', [folder]), from: null, target }
    : { kind: 'cycle', folder, target };
}
