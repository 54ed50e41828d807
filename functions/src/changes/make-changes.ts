import type { Applied, Refusal, RecordView } from '@foldmark/library/changes/change';
import type { Edit } from '@foldmark/library/changes/edits';
import { applyChange, createdKind, type LibraryChange, readsOf } from '@foldmark/library/changes/changes';
import { revertEdit, revertReads } from '@foldmark/library/changes/revert';
import type { ObjectKind } from '@foldmark/library/entities/collections';
import type { Micros } from '@foldmark/library/entities/records';
import type { FailureCode } from '@foldmark/contract/failures';

import { type Committed, commit } from '#functions/changes/commit.ts';
import { load, loadRest, type Reading } from '#functions/changes/load.ts';
import { LoadedView } from '#functions/changes/loaded-view.ts';
import { recordOfApp } from '#functions/changes/app-actions.ts';
import { Failure } from '#functions/errors/failure.ts';
import { FOLDERS, LINKS } from '#functions/store/collections.ts';
import { digestOf } from '#functions/store/digest.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';

/** A change, or the undo of an edit. */
export interface Mutation extends Reading {
  readonly apply: (view: RecordView, now: Micros) => Applied | Refusal;
}

export interface MadeChange extends Committed {
  readonly created: { readonly kind: ObjectKind; readonly id: number } | null;
}

export function mutationOf(change: LibraryChange): Mutation {
  return {
    reads: (view) => readsOf(change, view),
    apply: (view, now) => applyChange(change, view, now),
  };
}

export function undoMutation(edit: Edit): Mutation {
  return { reads: (view) => revertReads(edit, view), apply: (view) => revertEdit(edit, view) };
}

/**
 * Applies a mutation, which sees the earlier ones. Changes nothing if the mutation is refused. Call `load` with all mutations
 * first.
 */
export async function mutate(
  transaction: LibraryTransaction,
  mutation: Mutation,
): Promise<Committed | Refusal> {
  await loadRest(transaction, mutation);
  const applied = mutation.apply(new LoadedView(transaction), transaction.now.getTime() * 1000);
  return 'refused' in applied ? applied : commit(transaction, applied);
}

/**
 * Like `mutate`, and assigns an id to a creation. A repeat with the same key changes nothing and returns the id of the stored
 * object.
 */
export async function makeChange(
  transaction: LibraryTransaction,
  change: LibraryChange,
  requestKey: string | null = null,
): Promise<MadeChange | Refusal> {
  const kind = createdKind(change);
  if (kind === null || !('ref' in change)) {
    const made = await mutate(transaction, mutationOf(change));
    return 'refused' in made ? made : { ...made, created: null };
  }
  const { kind: _, ref: _ref, key: _key, ...values } = change;
  const { id, isNew } = await transaction.counters.allocateIdOnce(kind, requestKey, digestOf(values));
  const created = { kind, id };
  if (isNew) {
    const made = await mutate(transaction, mutationOf({ ...change, ref: id }));
    return 'refused' in made ? made : { ...made, created };
  }
  const stored =
    kind === 'link'
      ? await transaction.get(LINKS, { link_id: id })
      : await transaction.get(FOLDERS, { folder_id: id });
  if (stored === null) return { refused: 'gone', missing: kind };
  return { edits: [], leftAlone: [], isImageLost: false, deleted: null, created };
}

/** Makes the only change of a call. Throws if the change is refused. */
export async function makeOnly(
  transaction: LibraryTransaction,
  change: LibraryChange,
  requestKey: string | null = null,
): Promise<MadeChange> {
  await load(transaction, [mutationOf(change)]);
  const made = await makeChange(transaction, change, requestKey);
  if ('refused' in made) throw new Failure(failureOf(made));
  await recordOfApp(transaction, change, made);
  return made;
}

function failureOf({ refused, missing }: Refusal): FailureCode {
  if (refused === 'cycle') return 'folderInItself';
  if (missing === undefined) return 'notInTrash';
  return ({ link: 'noSuchLink', folder: 'noSuchFolder', parent: 'noSuchParent' } as const)[missing];
}
