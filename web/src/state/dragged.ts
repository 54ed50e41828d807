import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { Key } from '#web/sync/library/keys.ts';

/** The dragged items: one folder, or one or more selected links. */
export interface Dragged {
  readonly kind: ObjectKind;
  readonly keys: readonly Key[];
}
