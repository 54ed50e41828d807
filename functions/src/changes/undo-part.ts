import type { StoredAction } from '@foldmark/contract/stored';
import * as z from 'zod/mini';

import { markAction } from '#functions/changes/action-state.ts';
import { withoutRelationsOfEdited } from '#functions/changes/edited-links.ts';
import { type Effect, effectsSchema } from '#functions/changes/effects.ts';
import { type NewPage, newPages } from '#functions/changes/new-pages.ts';
import { revert } from '#functions/changes/revert.ts';
import { snapshotReason } from '#functions/changes/snapshot-reason.ts';
import type { ActionRecord, LibraryTransaction, UndoStep } from '#functions/library/library.ts';
import type { SnapshotReason } from '#functions/library/snapshots.ts';

/** How many objects that were left alone an action names. */
const NAMED_MAX = 100;
/** The next task begins within a second or two. */
const STALLED_MS = 5000;

export interface UndonePart {
  readonly next: UndoStep | null;
  readonly pages: readonly NewPage[];
  /** How many documents of one collection were written at most. */
  readonly writes: number;
  /** Why the library needs a new snapshot, if it does. */
  readonly reason: SnapshotReason | null;
}

/** Undoes or redoes one part. Returns null if the action does not wait for the step. */
export async function undoPart(
  transaction: LibraryTransaction,
  step: UndoStep,
  now: Date,
): Promise<UndonePart | null> {
  const { action_id, part, state } = step;
  const [action, stored, user] = await Promise.all([
    transaction.action(action_id),
    transaction.actionPart(action_id, part),
    // Without a profile the account is being deleted. Then nothing may be created.
    transaction.user(),
  ]);
  if (user === null || action === null || action.state !== state || action.next_part === undefined)
    return null;
  const isRedo = state === 'redoing';
  const effects = stored === null ? [] : z.parse(effectsSchema, JSON.parse(stored.effects));
  // No page is fetched for imported links.
  const pages = action.import === undefined ? newPages(effects, !isRedo) : [];
  if (action.next_part !== part) {
    // This part is done. If no other task has followed it, the first delivery of this task ended after its commit.
    const isStalled = now.getTime() - action.updated_at.toMillis() > STALLED_MS;
    const next = { ...step, part: action.next_part };
    return isStalled ? { next, pages, writes: 0, reason: null } : null;
  }
  const isUndoneImport = action.import !== undefined && !isRedo;
  const wanted = isUndoneImport ? await withoutRelationsOfEdited(transaction, effects) : effects;
  const leftAlone = await revert(transaction, wanted, isRedo);
  const next_part = partAfter(action, part, isRedo);
  const reverted: ActionRecord = {
    ...action,
    ...(next_part === undefined ? { state: isRedo ? 'done' : 'undone' } : {}),
    next_part,
    left_alone: [...action.left_alone, ...leftAlone].slice(0, NAMED_MAX),
    left_alone_count: action.left_alone_count + leftAlone.length,
  };
  transaction.putAction(reverted, action);
  if (next_part === undefined && action.undoes !== undefined) {
    await markAction(transaction, action.undoes, isRedo ? 'undone' : 'done', new Set([action_id]));
  }
  return {
    next: next_part === undefined ? null : { ...step, part: next_part },
    pages,
    writes: mostWrites(effects),
    reason: snapshotReason(reverted),
  };
}

function mostWrites(effects: readonly Effect[]): number {
  const counts = { link: 0, folder: 0, member: 0, favorite: 0, distinct: 0 };
  for (const { of } of effects) counts[of] += 1;
  return Math.max(...Object.values(counts));
}

/** Parts are undone from the last that was made to the first, and redone in the order in which they were made. */
export function firstPart(made: readonly number[], isRedo: boolean): number | undefined {
  return isRedo ? made[0] : made.at(-1);
}

function partAfter({ made }: StoredAction, part: number, isRedo: boolean): number | undefined {
  const next = made.indexOf(part) + (isRedo ? 1 : -1);
  return next < 0 ? undefined : made[next];
}
