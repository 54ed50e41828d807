import type { CommandContext } from '#web/commands/command.ts';
import { pagePath } from '#web/ui/browser/base-path.ts';
import type { Key } from '@foldmark/library/memory/keys';

import { idIn, parseId } from './path-id.ts';

/** A folder in the trash has no page. If the page shows it, or a folder below it, opens its parent instead. */
export function leaveTrashedFolder(
  folder: Key,
  { library, navigate }: Pick<CommandContext, 'library' | 'navigate'>,
): void {
  const { tree } = library;
  const id = parseId(idIn(pagePath(), 'folders'));
  if (id === null || tree.isVisible(folder)) return;
  if (!tree.path(library.keyOf('folder', id)).includes(folder)) return;
  const parent = library.folder(tree.parent(folder));
  void navigate(parent === undefined ? '/' : `/folders/${parent.folder_id}`);
}
