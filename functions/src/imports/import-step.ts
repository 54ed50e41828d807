import type { Edit } from '@foldmark/library/changes/edits';
import type { StoredAction } from '@foldmark/contract/stored';

import { addFolders } from '#functions/imports/add-folders.ts';
import { addLinks } from '#functions/imports/add-links.ts';
import { firstIconStep, NO_SITES } from '#functions/imports/icon-step.ts';
import { enterIcons, leaveQueue } from '#functions/imports/import-queue.ts';
import { nextWork, type Planned, START, WRITES_MAX } from '#functions/imports/next-work.ts';
import { PartMissing, PartReader } from '#functions/imports/part-reader.ts';
import { endImport } from '#functions/imports/stop-import.ts';
import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS } from '#functions/store/collections.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';
import type { IconStep, ImportStep } from '#functions/store/steps.ts';

/** Usually the next task begins within a second or two. */
const STALLED_MS = 5000;

export interface StepDone {
  /** The next step of this import, or the first one of the import that runs next. */
  readonly next: ImportStep | null;
  /** The most documents that were written in any one collection. */
  readonly writes: number;
  /** The number of links and folders that the import has changed. Set by the last step. */
  readonly changed?: number;
  /** The first step of fetching the icons of the created links. Set by the last step if the user wants them. */
  readonly icons?: IconStep;
}

type StoredImport = NonNullable<StoredAction['import']>;

/** An import that is at a certain step. */
export interface Expected {
  readonly action: StoredAction;
  readonly plan: Planned;
  readonly progress: StoredImport;
}

/** Imports the next folders and links. Returns null if the import is not at this step. */
export async function importStep(
  transaction: LibraryTransaction,
  step: ImportStep,
  writesMax = WRITES_MAX,
): Promise<StepDone | null> {
  const expected = await expectedImport(transaction, step);
  if (expected === null || 'next' in expected) return expected;
  const { action, progress, plan } = expected;
  try {
    const parts = new PartReader(transaction, step.action_id);
    const work = await nextWork(plan, parts, progress.cursor ?? START, writesMax);
    const { folder_ids, edits: folderEdits } = await addFolders(transaction, plan, work.folders);
    if (folder_ids.some((id, number) => id !== plan.folder_ids[number])) {
      transaction.imports.putPlan(step.action_id, { ...plan, folder_ids: [...folder_ids] });
    }
    const edits = [...folderEdits, ...(await addLinks(transaction, work.links))];
    const done = countDone(transaction, plan);
    const isMade = storeEdits(transaction, step, edits);
    const changed = action.changed + done.created + done.filled + done.folders_created;
    const created = progress.created + done.created;
    // If the icons of another import are being fetched, the user can ask for these later.
    const hasIcons =
      work.isLast &&
      progress.wants_icons === true &&
      created > 0 &&
      (await enterIcons(transaction, step.action_id));
    transaction.putAction(
      {
        ...action,
        state: work.isLast ? 'done' : 'importing',
        next_part: work.isLast ? undefined : step.part + 1,
        made: isMade ? [...action.made, step.part] : action.made,
        changed,
        import: {
          ...progress,
          cursor: work.cursor,
          handled: work.cursor.links,
          created,
          filled: progress.filled + done.filled,
          folders_created: progress.folders_created + done.folders_created,
          ...(hasIcons ? { icons: NO_SITES } : {}),
        },
      },
      action,
    );
    const next = work.isLast
      ? await leaveQueue(transaction, step.uid, step.action_id)
      : { ...step, part: step.part + 1 };
    return {
      next,
      writes: mostWrites(transaction),
      ...(work.isLast ? { changed } : {}),
      ...(hasIcons ? { icons: firstIconStep(step.uid, step.action_id) } : {}),
    };
  } catch (error) {
    if (!(error instanceof PartMissing)) throw error;
    const next = await endImport(transaction, step.uid, action);
    return { next, writes: 0, changed: action.changed };
  }
}

/**
 * Returns the import if it is at this step. Returns the due step instead if its task is missing, because the first delivery of
 * this task ended after its commit. Otherwise returns null.
 */
export async function expectedImport(
  transaction: LibraryTransaction,
  step: ImportStep,
): Promise<Expected | StepDone | null> {
  const { action_id, uid } = step;
  const [user, action, plan] = await Promise.all([
    // Without a profile, the account is being deleted. Then nothing may be created.
    transaction.user(),
    transaction.action(action_id),
    transaction.imports.plan(action_id),
  ]);
  if (user === null || action?.import === undefined) return null;
  if (action.state !== 'importing') return stalledSuccessor(transaction, uid);
  if (plan?.reserved === undefined || action.next_part === undefined) return null;
  if (action.next_part !== step.part) return stalled(transaction, uid, action);
  const { reserved, folder_ids = [] } = plan;
  return { action, progress: action.import, plan: { ...plan, reserved, folder_ids } };
}

/** If this import has ended, the next import may still lack its first task. */
async function stalledSuccessor(transaction: LibraryTransaction, uid: string): Promise<StepDone | null> {
  const running = (await transaction.imports.queue())?.running ?? null;
  const action = running === null ? null : await transaction.action(running);
  return action?.state === 'importing' ? stalled(transaction, uid, action) : null;
}

function stalled(transaction: LibraryTransaction, uid: string, action: StoredAction): StepDone | null {
  const { action_id, next_part: part } = action;
  if (part === undefined || !isStalled(transaction, action)) return null;
  return { next: { uid, action_id, part, state: 'importing' }, writes: 0 };
}

/** Whether the task of the due step was probably lost. */
export function isStalled({ now }: LibraryTransaction, { updated_at }: StoredAction): boolean {
  return now.getTime() - updated_at.toMillis() > STALLED_MS;
}

/** The order in which a redo creates documents: marks "no duplicates" and memberships need their link first. */
const ORDER = ['folders', 'links', 'folder_links', 'favorites', 'distinct'] as const;

/** Returns true if there was anything to store. */
function storeEdits(
  transaction: LibraryTransaction,
  { action_id, part }: ImportStep,
  made: readonly Edit[],
): boolean {
  if (made.length === 0) return false;
  const edits = ORDER.flatMap((table) => made.filter((edit) => edit.table === table));
  transaction.putActionPart(action_id, part, { digest: '', answer: '', edits: JSON.stringify(edits) });
  return true;
}

function countDone(transaction: LibraryTransaction, plan: Planned) {
  const links = transaction.edits(LINKS);
  const created = new Set(
    links.flatMap(({ before, after }) => (before === null ? (after?.link_id ?? []) : [])),
  );
  const touched = [
    ...links.map(({ after }) => after?.link_id),
    ...transaction.edits(FOLDER_LINKS).map(({ after }) => after?.link_id),
    ...transaction
      .edits(FAVORITES)
      .map(({ after }) => (after?.object_type === 'link' ? after.object_id : undefined)),
  ];
  // Counts only existing links. The memberships of a link that an earlier step has created are not counted again.
  const isExisting = (id: number): boolean =>
    id < plan.reserved.link || id >= plan.reserved.link + plan.announced.links;
  return {
    created: created.size,
    filled: new Set(touched.filter((id) => id !== undefined && isExisting(id))).size,
    folders_created: transaction.edits(FOLDERS).length,
  };
}

function mostWrites(transaction: LibraryTransaction): number {
  return Math.max(
    transaction.edits(LINKS).length,
    transaction.edits(FOLDERS).length,
    transaction.edits(FOLDER_LINKS).length,
    transaction.edits(FAVORITES).length,
  );
}
