import type { LibraryChange } from '@foldmark/library/changes/changes';
import { BATCH_CHANGES_MAX_COUNT } from '@foldmark/contract/limits';

import type { Gesture } from '#web/sync/changes/outbox/outbox-entry.ts';
import { isBatchable, PART_MAX_LENGTH } from '@foldmark/contract/batch-parts';

/** When this many gestures wait, they are sent together. */
const GROUP_FROM = 8;

export interface Waiting {
  readonly gesture: Gesture;
  readonly isAwaited: boolean;
  /** Whether the gesture is sent alone, because its group was refused. */
  readonly isSolo: boolean;
  readonly lanes: readonly string[];
}

/**
 * Selects the gestures of the next request: one, or a group of several. Gestures with a common lane keep their order. A gesture
 * waits for `busy` lanes and for earlier waiting gestures in its lanes. Empty if all have to wait.
 */
export function nextGestures<W extends Waiting>(
  waiting: readonly W[],
  busy: Set<string>,
  isSendable: (item: W) => boolean,
): readonly W[] {
  const isGrouping =
    waiting.length >= GROUP_FROM || waiting.some(({ gesture }) => gesture.group !== undefined);
  const free: W[] = [];
  for (const item of waiting) {
    if (isSendable(item) && item.lanes.every((lane) => !busy.has(lane))) {
      if (!isGrouping) return [item];
      // Leaves its lanes free, because in a group gestures with a common lane follow each other.
      free.push(item);
    } else for (const lane of item.lanes) busy.add(lane);
  }
  return groupOf(free, waiting);
}

/** The first gestures that fit into one request, or an unchanged group that was sent before. */
function groupOf<W extends Waiting>(free: readonly W[], waiting: readonly W[]): readonly W[] {
  const [first] = free;
  if (first === undefined) return [];
  const id = first.gesture.group?.id;
  if (id !== undefined) {
    const isMember = ({ gesture }: W): boolean => gesture.group?.id === id;
    const indexOf = ({ gesture }: W): number => gesture.group?.index ?? 0;
    const members = free.filter(isMember).toSorted((one, other) => indexOf(one) - indexOf(other));
    if (members.length === waiting.filter(isMember).length) return members;
    return groupOf(
      free.filter((item) => !isMember(item)),
      waiting,
    );
  }
  const group: W[] = [];
  let count = 0;
  let length = 0;
  for (const item of free) {
    const { changes } = item.gesture;
    count += changes.length;
    if (!isGroupable(item) || count > BATCH_CHANGES_MAX_COUNT) break;
    length += JSON.stringify(changes).length;
    if (length > PART_MAX_LENGTH) break;
    group.push(item);
  }
  return group.length === 0 ? [first] : group;
}

/** The edits of a change. An undo sends several edits as one change. */
function editsIn(change: LibraryChange): readonly unknown[] {
  return change.kind === 'revert' ? change.edits : [change];
}

function isGroupable({ gesture, isAwaited, isSolo }: Waiting): boolean {
  const { changes, group, undoes } = gesture;
  // The history links an undo of several edits to the action that it undoes.
  const isOfHistory = undoes !== undefined && changes.flatMap(editsIn).length > 1;
  // A creation that is retried alone uses the key of its gesture.
  const hasOneKey = changes.length === 1 || !changes.some((change) => 'ref' in change);
  return !isAwaited && !isSolo && !group && !isOfHistory && hasOneKey && changes.every(isBatchable);
}
