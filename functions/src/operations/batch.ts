import type { Batched } from '@foldmark/contract/batch';
import { batchedSchema } from '@foldmark/contract/batch';
import type { BatchableChange } from '@foldmark/library/changes/changes';
import type { ParsedInput } from '@foldmark/contract/endpoints';
import { BATCH_MAX_BYTES } from '@foldmark/contract/limits';
import type { StoredAction } from '@foldmark/contract/stored';
import * as z from 'zod/mini';

import { markAction, OPEN_STATES } from '#functions/changes/action-state.ts';
import { LargeTree } from '#functions/changes/delete-forever.ts';
import { type Effect, effectsOf, effectsSchema, nameOf } from '#functions/changes/effects.ts';
import { execute } from '#functions/changes/execute.ts';
import { NotMade } from '#functions/changes/not-made.ts';
import { readNamed, readRelated } from '#functions/changes/read-ahead.ts';
import { withPrunedTrees } from '#functions/changes/prune-trees.ts';
import { checkNamed, checkReferences, References, subjectOf } from '#functions/changes/references.ts';
import { snapshotReason } from '#functions/changes/snapshot-reason.ts';
import { Failure } from '#functions/errors/failure.ts';
import { digestOf } from '#functions/library/digest.ts';
import type { ActionRecord, Library, LibraryTransaction } from '#functions/library/library.ts';
import { requireUser } from '#functions/library/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { newPages } from '#functions/changes/new-pages.ts';
import { queuePages } from '#functions/page-details/queue-page-details.ts';
import { askForSnapshot } from '#functions/snapshots/ask-for-snapshot.ts';

type Input = ParsedInput<'/batch/'>;

interface Part {
  readonly answer: Batched;
  readonly effects: readonly Effect[];
}

interface NewPart extends Part {
  /** How many links and folders were changed. */
  readonly items: number;
}

export const batch: Operation<'/batch/'> = async ({ input, caller }, services) => {
  checkNamed(input.changes);
  checkReferences(input.changes);
  const digest = digestOf(input.changes);
  const library = await services.library(caller.uid);
  const makePart = async () =>
    library.transaction(async (transaction) => {
      const [action] = await Promise.all([
        transaction.action(input.action_id),
        readNamed(transaction, input.changes),
      ]);
      if (action !== null && (action.parts !== input.parts || action.import !== undefined))
        throw new Failure('keyReused');
      if (action?.made.includes(input.part) === true) {
        return { ...(await repeated(transaction, input, digest)), action };
      }
      if (action !== null && !OPEN_STATES.has(action.state)) throw new Failure('actionUndone');
      const part = await executeAll(transaction, input.changes);
      // Actions exist only below a profile too.
      if (action === null && !transaction.hasFound) await requireUser(transaction);
      return { ...part, action: await record(transaction, input, action, part, digest) };
    });
  const { answer, effects, action: recorded } = await withLargeTrees(library, input.changes, makePart);
  // A repeat queues the tasks too: the first attempt may have ended after the commit and before this line.
  await queuePages(services, caller.uid, newPages(effects));
  const reason = snapshotReason(recorded);
  if (reason !== null) await askForSnapshot(services, caller.uid, reason);
  return answer;
};

/**
 * Large trees are deleted in several transactions. So no other change can be in that part: it could move a folder out of the
 * tree. The app then sends each gesture by itself.
 */
async function withLargeTrees<T>(
  library: Library,
  changes: readonly BatchableChange[],
  makePart: () => Promise<T>,
): Promise<T> {
  const isPrunable = changes.every((change) => isDeletion(change) && !('created' in change));
  if (isPrunable) {
    const folder_ids = new Set(
      changes.flatMap((change) => ('folder_id' in change ? [change.folder_id] : [])),
    );
    return withPrunedTrees(library, ({ folder_id }) => folder_ids.has(folder_id), makePart);
  }
  return makePart().catch((error: unknown) => {
    throw error instanceof LargeTree ? new Failure('tooLarge', { cause: error }) : error;
  });
}

async function repeated(
  transaction: LibraryTransaction,
  { action_id, part }: Input,
  digest: string,
): Promise<Part> {
  const stored = await transaction.actionPart(action_id, part);
  if (stored?.digest !== digest) throw new Failure('keyReused');
  return {
    answer: z.parse(batchedSchema, JSON.parse(stored.answer)),
    effects: z.parse(effectsSchema, JSON.parse(stored.effects)),
  };
}

/** Makes the changes in order. Each sees those before it. */
async function executeAll(
  transaction: LibraryTransaction,
  changes: readonly BatchableChange[],
): Promise<NewPart> {
  await readRelated(transaction, changes);
  const references = new References();
  const undoneCreations = new Set<string>();
  const mergedInto = new Map<number, number>();
  const answer: Batched = { done: 0, skipped: [], created: [] };
  const items = new Set<string>();
  const countDone = (change: BatchableChange): void => {
    answer.done += 1;
    items.add(subjectOf(change));
  };
  for (const [index, change] of changes.entries()) {
    try {
      const { created, merged, leftAlone = [] } = await execute(transaction, change, references);
      if (created !== undefined) answer.created.push(created);
      if (merged !== undefined) mergedInto.set(merged.link_id, merged.into_id);
      if (leftAlone.length > 0) answer.skipped.push({ index, why: 'changed', fields: [...leftAlone] });
      if (!isLeftAlone(change, leftAlone)) countDone(change);
      noteUndoneCreation(change, references, undoneCreations);
    } catch (error) {
      if (!(error instanceof NotMade)) throw error;
      // The object of a deletion is gone: what the change wants is there.
      if (isDeletion(change) && error.why === 'gone') countDone(change);
      else answer.skipped.push({ index, why: error.why });
    }
  }
  return { answer, effects: effectsOf(transaction, undoneCreations, mergedInto), items: items.size };
}

function isDeletion({ kind }: BatchableChange): boolean {
  return kind === 'link.delete' || kind === 'folder.delete';
}

/** True if none of the fields of the change was written. */
function isLeftAlone(change: BatchableChange, leftAlone: readonly string[]): boolean {
  switch (change.kind) {
    case 'link.set':
    case 'folder.set':
    case 'folder.move': {
      const { kind: _, if: _guard, ...idAndFields } = change;
      return leftAlone.length > 0 && leftAlone.length === Object.keys(idAndFields).length - 1;
    }
    default:
      return false;
  }
}

function noteUndoneCreation(change: BatchableChange, references: References, noted: Set<string>): void {
  if (change.kind === 'link.delete' && change.created !== undefined) {
    noted.add(nameOf('link', references.idOf('link', change.link_id)));
  }
  if (change.kind === 'folder.delete' && change.created !== undefined) {
    noted.add(nameOf('folder', references.idOf('folder', change.folder_id)));
  }
}

/** Stores the part and the action, and returns the action. Throws before anything is written if the values are too large for a document. */
async function record(
  transaction: LibraryTransaction,
  input: Input,
  action: StoredAction | null,
  { answer, effects, items }: NewPart,
  digest: string,
): Promise<ActionRecord> {
  const { action_id, part, parts, label, device = '', undoes } = input;
  const stored = { digest, answer: JSON.stringify(answer), effects: JSON.stringify(effects) };
  if (Buffer.byteLength(stored.answer) + Buffer.byteLength(stored.effects) > BATCH_MAX_BYTES) {
    throw new Failure('tooLarge');
  }
  const made = [...(action?.made ?? []), part];
  const isComplete = made.length === parts;
  if (isComplete && undoes !== undefined) {
    await markAction(transaction, undoes, 'undone', new Set([action_id]));
  }
  transaction.putActionPart(action_id, part, stored);
  const changed: ActionRecord = {
    ...(action ?? { action_id, label, device, parts, left_alone: [], left_alone_count: 0 }),
    undoes: undoes ?? action?.undoes,
    state: isComplete ? 'done' : 'running',
    made,
    changed: (action?.changed ?? 0) + answer.done,
    items: (action?.items ?? action?.changed ?? 0) + items,
    skipped: (action?.skipped ?? 0) + answer.skipped.length,
  };
  transaction.putAction(changed, action);
  return changed;
}
