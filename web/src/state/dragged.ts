import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { Key } from '#web/sync/library/keys.ts';

/** What is being dragged: one folder, or links that were selected together. */
export interface Dragged {
  readonly kind: ObjectKind;
  readonly keys: readonly Key[];
}
