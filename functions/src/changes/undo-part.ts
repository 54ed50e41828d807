import { type Edit, flipped, storedEditsSchema } from '@foldmark/library/changes/edits';
import type { StoredAction } from '@foldmark/contract/stored';
import * as z from 'zod/mini';

import { markAction } from '#functions/changes/action-state.ts';
import { withoutRelationsOfEdited } from '#functions/changes/edited-links.ts';
import { load } from '#functions/changes/load.ts';
import { mutate, undoMutation } from '#functions/changes/make-changes.ts';
import { type NewPage, newPages } from '#functions/changes/new-pages.ts';
import { snapshotReason } from '#functions/changes/snapshot-reason.ts';
import { FOLDERS, LINKS } from '#functions/store/collections.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';
import type { ActionRecord } from '#functions/store/action-documents.ts';
import type { ActionStep, UndoStep } from '#functions/store/steps.ts';
import type { SnapshotReason } from '#functions/store/snapshots/snapshots.ts';

/** The most items that an action names as left alone. */
const NAMED_MAX = 100;
/** A Firestore document can have 1 MiB. */
const PART_MAX_BYTES = 900_000;
/** Usually the next task begins within a second or two. */
const STALLED_MS = 5000;

export interface UndonePart {
  readonly next: UndoStep | null;
  /** The first steps of other jobs that can begin now. */
  readonly others: readonly ActionStep[];
  readonly pages: readonly NewPage[];
  /** The most documents that were written in any one collection. */
  readonly writes: number;
  /** Why the library needs a new snapshot. Null if it does not. */
  readonly reason: SnapshotReason | null;
}

/** Begins what follows the undo of an action of an app, in the same transaction. */
export type UndoNext = (
  transaction: LibraryTransaction,
  uid: string,
  grantId: string,
  undone: StoredAction,
) => Promise<{ readonly steps: readonly ActionStep[] }>;

/** Undoes or redoes one part. Returns null if the action is not at this step. */
export async function undoPart(
  transaction: LibraryTransaction,
  step: UndoStep,
  now: Date,
  undoNext?: UndoNext,
): Promise<UndonePart | null> {
  const { action_id, part, state } = step;
  const [action, stored, user] = await Promise.all([
    transaction.action(action_id),
    transaction.actionPart(action_id, part),
    // Without a profile, the account is being deleted. Then nothing may be created.
    transaction.user(),
  ]);
  if (user === null || action === null || action.state !== state || action.next_part === undefined)
    return null;
  const isRedo = state === 'redoing';
  const edits = stored === null ? [] : z.parse(storedEditsSchema, JSON.parse(stored.edits));
  // The pages of imported links are not fetched.
  const pages = action.import === undefined ? newPages(edits, !isRedo) : [];
  if (action.next_part !== part) {
    // This part is done already. If no other task has followed, the first delivery of this task ended after its commit and queued
    // none.
    const isStalled = now.getTime() - action.updated_at.toMillis() > STALLED_MS;
    const next = { ...step, part: action.next_part };
    return isStalled ? { next, others: [], pages, writes: 0, reason: null } : null;
  }
  const isUndoneImport = action.import !== undefined && !isRedo;
  const wanted = isUndoneImport ? await withoutRelationsOfEdited(transaction, edits) : edits;
  const { leftAlone, marks } = await revertAll(transaction, wanted, isRedo);
  if (stored !== null && marks.length > 0) {
    const more = JSON.stringify([...edits, ...marks]);
    // Only a part with many thousands of marks loses them.
    if (Buffer.byteLength(stored.answer) + Buffer.byteLength(more) < PART_MAX_BYTES)
      transaction.putActionPart(action_id, part, { ...stored, edits: more });
  }
  const next_part = partAfter(action, part, isRedo);
  const reverted: ActionRecord = {
    ...action,
    ...(next_part === undefined ? { state: isRedo ? 'done' : 'undone', undoes_app: undefined } : {}),
    next_part,
    left_alone: [...action.left_alone, ...leftAlone].slice(0, NAMED_MAX),
    left_alone_count: action.left_alone_count + leftAlone.length,
  };
  transaction.putAction(reverted, action);
  if (next_part === undefined && action.undoes !== undefined) {
    await markAction(transaction, action.undoes, isRedo ? 'undone' : 'done', new Set([action_id]));
  }
  const { by, undoes_app } = action;
  const isFollowed = next_part === undefined && undoes_app === true && by !== undefined;
  const following = isFollowed ? await undoNext?.(transaction, step.uid, by.grant_id, action) : undefined;
  return {
    next: next_part === undefined ? null : { ...step, part: next_part },
    others: following?.steps ?? [],
    pages,
    writes: mostWrites(edits),
    reason: snapshotReason(reverted),
  };
}

type LeftAlone = StoredAction['left_alone'][number];

interface Reverted {
  /** The items that were left alone, in the order of the edits. */
  readonly leftAlone: LeftAlone[];
  /** The marks "no duplicates" that created links have got since, as edits. A redo sets them again. */
  readonly marks: readonly Edit[];
}

/** Undoes edits, the last one first, or redoes them in order. */
async function revertAll(
  transaction: LibraryTransaction,
  edits: readonly Edit[],
  isRedo: boolean,
): Promise<Reverted> {
  const ordered = isRedo ? edits.map(flipped) : edits.toReversed();
  await load(transaction, ordered.map(undoMutation));
  const items = new Map<string, LeftAlone>();
  const marks: Edit[] = [];
  for (const edit of ordered) {
    const reverted = await mutate(transaction, undoMutation(edit));
    if (!isRedo && edit.table === 'links' && 'edits' in reverted)
      marks.push(...reverted.edits.filter(({ table }) => table === 'distinct').map(flipped));
    const isLeft = 'refused' in reverted || reverted.leftAlone.length > 0;
    // A redo can set a mark only if the other link exists again. Not named, because the user has made no such edit.
    if (!isLeft || (isRedo && edit.table === 'distinct')) continue;
    const item = await itemOf(transaction, edit);
    const key = `${item.kind} ${item.id}`;
    const why = 'refused' in reverted ? reverted.refused : 'changed';
    // If the item is gone, only the item's own edit knows the name.
    const { name = '' } = items.get(key) ?? {};
    items.set(key, { ...item, name: name === '' ? item.name : name, why });
  }
  const leftAlone = [...items.values()];
  return { leftAlone: isRedo ? leftAlone : leftAlone.toReversed(), marks };
}

/** The link or folder of an edit. */
async function itemOf(transaction: LibraryTransaction, edit: Edit): Promise<Omit<LeftAlone, 'why'>> {
  switch (edit.table) {
    case 'links':
      return { kind: 'link', id: edit.key.link_id, name: edit.name ?? '' };
    case 'folders':
      return { kind: 'folder', id: edit.key.folder_id, name: edit.name ?? '' };
    case 'favorites':
      return named(transaction, edit.key.object_type, edit.key.object_id);
    case 'folder_links':
    case 'distinct':
      return named(transaction, 'link', edit.key.link_id);
    case 'users':
      throw new Error('The profile is not part of the library.');
  }
}

async function named(
  transaction: LibraryTransaction,
  kind: LeftAlone['kind'],
  id: number,
): Promise<Omit<LeftAlone, 'why'>> {
  const item = await (kind === 'link'
    ? transaction.get(LINKS, { link_id: id })
    : transaction.get(FOLDERS, { folder_id: id }));
  return { kind, id, name: item?.name ?? '' };
}

function mostWrites(edits: readonly Edit[]): number {
  const tables = [...Map.groupBy(edits, ({ table }) => table).values()];
  return Math.max(0, ...tables.map(({ length }) => length));
}

function partAfter({ made }: StoredAction, part: number, isRedo: boolean): number | undefined {
  const next = made.indexOf(part) + (isRedo ? 1 : -1);
  return next < 0 ? undefined : made[next];
}
