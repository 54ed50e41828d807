import type { ObjectKind } from '@foldmark/library/entities/collections';

import type { Key } from '@foldmark/library/memory/keys';

/** The dragged items: one folder, or one or more selected links. */
export interface Dragged {
  readonly kind: ObjectKind;
  readonly keys: readonly Key[];
  /** The folder that shows the dragged links, so that they can be moved out of it. */
  readonly from?: Key | null;
}

/** A folder (0 is the top level), or a place that takes links and folders. */
export type DropTarget = Key | 'favorites' | 'trash';

export interface Drop {
  readonly target: DropTarget;
  /** `copy` adds links to the folder, and `move`, with the shift key, moves them. Folders are always moved. */
  readonly operation: 'copy' | 'move';
}
