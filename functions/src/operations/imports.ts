import type { Answer } from '@foldmark/contract/endpoints';
import { IMPORT_PART_MAX_BYTES } from '@foldmark/contract/limits';
import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import type { StoredAction, StoredImportPlan } from '@foldmark/contract/stored';

import { namedAction } from '#functions/changes/action-state.ts';
import { isTrashed } from '#functions/changes/delete-forever.ts';
import { Failure, Invalid } from '#functions/errors/failure.ts';
import { withoutIconJob } from '#functions/imports/icon-step.ts';
import { enterQueue, UNFINISHED } from '#functions/imports/import-queue.ts';
import { isStalled } from '#functions/imports/import-step.ts';
import { countPart, isComplete, requireAtMost, requireParentsFirst } from '#functions/imports/part-counts.ts';
import { endImport } from '#functions/imports/stop-import.ts';
import { FOLDERS } from '#functions/store/collections.ts';
import { digestOf } from '#functions/store/digest.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';
import type { ImportStep } from '#functions/store/steps.ts';
import { requireUser } from '#functions/store/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { askForSnapshot } from '#functions/snapshots/ask-for-snapshot.ts';

/** The most imports of one user that can wait. */
const WAITING_MAX = 20;

type State = Answer<'/imports/start/'>;

/** Announces an import and its counts. */
export const startImport: Operation<'/imports/start/'> = async ({ input, caller }, services) => {
  const digest = digestOf(input);
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const { import_id, label, device = '', parts, links, folders, memberships, target_folder_id } = input;
    const wanted = input.icons === true ? { wants_icons: true } : {};
    const action = await namedAction(transaction, import_id);
    if (action !== null) {
      const plan = await transaction.imports.plan(import_id);
      if (plan?.digest !== digest) throw new Failure('keyReused');
      return stateOf(action);
    }
    await requireTarget(transaction, target_folder_id);
    const announced = { links, folders, memberships };
    transaction.imports.putPlan(import_id, { digest, announced, target_folder_id, part_counts: [] });
    const empty = { handled: 0, created: 0, filled: 0, folders_created: 0, received: [] };
    const counts = { made: [], changed: 0, skipped: 0, left_alone: [], left_alone_count: 0 };
    transaction.putAction(
      {
        action_id: import_id,
        label,
        device,
        state: 'receiving',
        parts,
        ...counts,
        import: { links, ...empty, ...wanted },
      },
      null,
    );
    return { state: 'receiving', received: [] };
  });
};

async function requireTarget(transaction: LibraryTransaction, folder_id: number): Promise<void> {
  if (folder_id === ROOT_FOLDER_ID) {
    await requireUser(transaction);
    return;
  }
  const folder = await transaction.get(FOLDERS, { folder_id });
  if (folder === null || isTrashed(folder)) throw new Failure('noSuchFolder');
}

/** Stores a part of an import. */
export const storeImportPart: Operation<'/imports/part/'> = async ({ input, caller }, services) => {
  const { import_id, part, folders, links } = input;
  const content = JSON.stringify({ folders, links });
  if (Buffer.byteLength(content) > IMPORT_PART_MAX_BYTES) throw new Failure('importTooLarge');
  const digest = digestOf(content);
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const [{ action, plan, progress }, stored] = await Promise.all([
      announcedImport(transaction, import_id),
      transaction.imports.part(import_id, part),
    ]);
    if (stored !== null) {
      if (stored.digest !== digest) throw new Failure('keyReused');
      return stateOf(action);
    }
    if (action.state !== 'receiving') throw new Failure('importBegun');
    if (part >= action.parts) throw new Invalid([`The import has ${action.parts} parts.`]);
    const part_counts = [...plan.part_counts, countPart(part, { folders, links }, plan.announced)];
    requireAtMost(part_counts, plan.announced);
    const received = [...progress.received, part].sort((a, b) => a - b);
    transaction.imports.putPart(import_id, part, { digest, content }, folders.length + links.length);
    transaction.imports.putPlan(import_id, { ...plan, part_counts });
    transaction.putAction({ ...action, import: { ...progress, received } }, action);
    return { state: action.state, received };
  });
};

interface Begun {
  readonly answer: State;
  /** Whether to queue the first task. */
  readonly isQueued: boolean;
}

/** Begins an import whose parts have all arrived. */
export const runImport: Operation<'/imports/run/'> = async ({ input, caller }, services) => {
  const { import_id } = input;
  const first: ImportStep = { uid: caller.uid, action_id: import_id, part: 0, state: 'importing' };
  const library = await services.library(caller.uid);
  const { answer, isQueued } = await library.transaction(async (transaction): Promise<Begun> => {
    const { action, plan, progress } = await announcedImport(transaction, import_id);
    if (action.state !== 'receiving') {
      // The first call may have ended between the commit and queueing its task.
      const isLost =
        action.state === 'importing' && plan.planner === undefined && isStalled(transaction, action);
      // Stored again to set `updated_at`, so that many calls do not queue many tasks, each of which lists the whole library.
      if (isLost) transaction.putAction(action, action);
      return { answer: stateOf(action), isQueued: isLost };
    }
    if (!isComplete(plan.part_counts, action.parts, plan.announced)) throw new Failure('importIncomplete');
    requireParentsFirst(plan.part_counts);
    const [entered, reserved] = await Promise.all([
      enterQueue(transaction, import_id, WAITING_MAX),
      reserveIds(transaction, plan),
    ]);
    if (entered === null) throw new Failure('busy');
    transaction.imports.putPlan(import_id, { ...plan, reserved });
    const next_part = entered === 'importing' ? 0 : undefined;
    transaction.putAction(
      { ...action, state: entered, next_part, import: { ...progress, first_link_id: reserved.link } },
      action,
    );
    return { answer: { state: entered, received: progress.received }, isQueued: entered === 'importing' };
  });
  if (isQueued) await services.doStepLater(first);
  return answer;
};

/** Reserves ids for all announced items. An entry has at most one membership per folder, or one in the target folder. */
async function reserveIds(transaction: LibraryTransaction, { announced }: StoredImportPlan) {
  const { links, folders, memberships } = announced;
  return transaction.counters.reserveIds({ link: links, folder: folders, folder_link: memberships + links });
}

/** Ends an import, or the fetching of its icons and pictures. Everything that it has imported stays. */
export const stopImport: Operation<'/imports/stop/'> = async ({ input, caller }, services) => {
  const library = await services.library(caller.uid);
  const { answer, next, changed } = await library.transaction(async (transaction) => {
    const { action } = await announcedImport(transaction, input.import_id);
    if (!UNFINISHED.has(action.state)) {
      const ended = withoutIconJob(action);
      if (ended !== action) transaction.putAction(ended, action);
      return { answer: stateOf(action), next: null, changed: 0 };
    }
    return {
      answer: stateOf({ ...action, state: 'done' }),
      next: await endImport(transaction, caller.uid, action),
      changed: action.changed,
    };
  });
  if (changed > 0) await askForSnapshot(services, caller.uid, { why: 'changed' });
  if (next !== null) await services.doStepLater(next);
  return answer;
};

async function announcedImport(transaction: LibraryTransaction, import_id: string) {
  const [action, plan] = await Promise.all([
    namedAction(transaction, import_id),
    transaction.imports.plan(import_id),
  ]);
  if (action?.import === undefined || plan === null) throw new Failure('noSuchAction');
  return { action, plan, progress: action.import };
}

function stateOf({ state, import: progress }: StoredAction): State {
  return { state, received: progress?.received ?? [] };
}
