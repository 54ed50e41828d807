import type { Batched } from '@foldmark/contract/batch';
import { batchedSchema } from '@foldmark/contract/batch';
import type { ParsedInput } from '@foldmark/contract/endpoints';
import { BATCH_MAX_BYTES } from '@foldmark/contract/limits';
import type { StoredAction } from '@foldmark/contract/stored';
import type { Refusal } from '@foldmark/library/changes/change';
import { type Edit, storedEditsSchema } from '@foldmark/library/changes/edits';
import type { BatchableChange } from '@foldmark/library/changes/changes';
import { subjectOf } from '@foldmark/library/changes/references';
import * as z from 'zod/mini';

import { markAction, namedAction, OPEN_STATES } from '#functions/changes/action-state.ts';
import { isTrashed, LargeTree, readDeletions } from '#functions/changes/delete-forever.ts';
import { load, loadNamed } from '#functions/changes/load.ts';
import { mutationOf, makeChange } from '#functions/changes/make-changes.ts';
import { newPages } from '#functions/changes/new-pages.ts';
import { withPrunedTrees } from '#functions/changes/prune-trees.ts';
import { checkReferences, References } from '#functions/changes/references.ts';
import { snapshotReason } from '#functions/changes/snapshot-reason.ts';
import { Failure } from '#functions/errors/failure.ts';
import { FOLDERS, LINKS } from '#functions/store/collections.ts';
import { digestOf } from '#functions/store/digest.ts';
import type { Library, LibraryTransaction } from '#functions/store/library.ts';
import type { ActionRecord } from '#functions/store/action-documents.ts';
import { requireUser } from '#functions/store/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { queuePages } from '#functions/page-details/queue-page-details.ts';
import { askForSnapshot } from '#functions/snapshots/ask-for-snapshot.ts';

type Input = ParsedInput<'/batch/'>;

interface Part {
  readonly answer: Batched;
  readonly edits: readonly Edit[];
}

interface NewPart extends Part {
  /** The number of links and folders that were changed. */
  readonly items: number;
}

export const batch: Operation<'/batch/'> = async ({ input, caller, author }, services) => {
  checkReferences(input.changes);
  if (author !== null) rejectBeyondWrite(input);
  const digest = digestOf(input.changes);
  const library = await services.library(caller.uid);
  const makePart = async () =>
    library.transaction(async (transaction) => {
      const [action] = await Promise.all([
        namedAction(transaction, input.action_id),
        loadNamed(transaction, input.changes.map(mutationOf)),
      ]);
      if (action !== null && (action.parts !== input.parts || action.import !== undefined))
        throw new Failure('keyReused');
      if (action?.made.includes(input.part) === true) {
        return { ...(await repeated(transaction, input, digest)), action };
      }
      if (action !== null && !OPEN_STATES.has(action.state)) throw new Failure('actionUndone');
      const part = await makeAll(transaction, input.changes);
      // Actions, too, exist only below a profile.
      if (action === null && !transaction.hasFound) await requireUser(transaction);
      return { ...part, action: await record(transaction, input, action, part, digest) };
    });
  const { answer, edits, action: recorded } = await withLargeTrees(library, input.changes, makePart);
  // A repeat queues the tasks too, because the first attempt may have ended between the commit and this line.
  await queuePages(services, caller.uid, newPages(edits));
  const reason = snapshotReason(recorded);
  if (reason !== null) await askForSnapshot(services, caller.uid, reason);
  return answer;
};

/**
 * A token can't delete for ever. The edits of a `revert` come from the caller, so it could delete too, and `undoes` would mark the
 * action of a person as undone. /actions/undo/ undoes what the app itself has done.
 */
function rejectBeyondWrite({ changes, undoes }: Input): void {
  const isBeyond = changes.some((change) => change.kind === 'revert' || isDeletion(change));
  if (isBeyond || undoes !== undefined) throw new Failure('notByToken');
}

/**
 * Deletes large trees in several transactions. The part must have no other changes, because one could move a folder out of the
 * tree. The app then sends each gesture separately.
 */
async function withLargeTrees<T>(
  library: Library,
  changes: readonly BatchableChange[],
  makePart: () => Promise<T>,
): Promise<T> {
  if (changes.every(isDeletion)) {
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
    edits: z.parse(storedEditsSchema, JSON.parse(stored.edits)),
  };
}

/** Makes the changes in order. Each change sees the earlier ones. */
async function makeAll(
  transaction: LibraryTransaction,
  changes: readonly BatchableChange[],
): Promise<NewPart> {
  await load(transaction, changes.map(mutationOf));
  await loadDeletions(transaction, changes);
  const references = new References();
  const answer: Batched = { done: 0, skipped: [], created: [] };
  const edits: Edit[] = [];
  const items = new Set<string>();
  for (const [index, change] of changes.entries()) {
    const made = await makeOne(transaction, change, references);
    if (!('refused' in made)) {
      edits.push(...made.edits);
      if ('ref' in change && made.created !== null) {
        const { kind, id } = made.created;
        references.add(kind, change.ref, id);
        answer.created.push({ ref: change.ref, kind, id });
      }
      const fields = [...made.leftAlone];
      if (fields.length > 0) answer.skipped.push({ index, why: 'changed', fields });
      if (fields.length > 0 && made.edits.length === 0) continue;
    } else if (made.refused !== 'gone' || !isDeletion(change)) {
      answer.skipped.push({ index, why: made.refused });
      continue;
    }
    // A deletion counts as done even if its object is gone already.
    answer.done += 1;
    const subject = subjectOf(change);
    items.add(`${subject?.kind} ${subject?.id}`);
  }
  return { answer, edits, items: items.size };
}

async function makeOne(transaction: LibraryTransaction, change: BatchableChange, references: References) {
  const resolved = references.resolve(change);
  const gone: Refusal = { refused: 'gone' };
  return resolved === null
    ? gone
    : makeChange(transaction, resolved, 'key' in resolved ? resolved.key : null);
}

/** Runs the queries of all deletions forever together. */
async function loadDeletions(
  transaction: LibraryTransaction,
  changes: readonly BatchableChange[],
): Promise<void> {
  const deletions = changes.filter(isDeletion);
  const links = deletions.map((change) => ('link_id' in change ? transaction.peek(LINKS, change) : null));
  const folders = deletions.map((change) =>
    'folder_id' in change ? transaction.peek(FOLDERS, change) : null,
  );
  await readDeletions(transaction, links.filter(isTrashed), folders.filter(isTrashed));
}

/** Whether a change deletes forever. */
function isDeletion({ kind }: BatchableChange): boolean {
  return kind === 'link.delete' || kind === 'folder.delete';
}

/** Stores the part and the action, and returns the action. Throws before anything is written if the values are too large for a document. */
async function record(
  transaction: LibraryTransaction,
  input: Input,
  action: StoredAction | null,
  { answer, edits, items }: NewPart,
  digest: string,
): Promise<ActionRecord> {
  const { action_id, part, parts, label, device = '', undoes } = input;
  const stored = { digest, answer: JSON.stringify(answer), edits: JSON.stringify(edits) };
  if (Buffer.byteLength(stored.answer) + Buffer.byteLength(stored.edits) > BATCH_MAX_BYTES) {
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
    changed: (action?.changed ?? 0) + Math.max(answer.done, edits.length),
    items: (action?.items ?? 0) + items,
    skipped: (action?.skipped ?? 0) + answer.skipped.length,
  };
  transaction.putAction(changed, action);
  return changed;
}
