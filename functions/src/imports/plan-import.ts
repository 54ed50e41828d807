import type { ImportFolder } from '@foldmark/contract/imports';
import type { Folder } from '@foldmark/library/entities/entities';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from '@foldmark/library/entities/limits';

import { expectedImport, type Expected, type StepDone } from '#functions/imports/import-step.ts';
import { matchFolders } from '#functions/imports/match-folders.ts';
import { keysOf, LinkMatcher, type LinkKeys } from '#functions/imports/match-links.ts';
import { type Planned, START } from '#functions/imports/next-work.ts';
import { placesOf } from '#functions/imports/part-counts.ts';
import { PartMissing, PARTS_AT_ONCE, readParts } from '#functions/imports/part-reader.ts';
import { endImport } from '#functions/imports/stop-import.ts';
import { chunksOf } from '#functions/store/chunks.ts';
import { FOLDERS } from '#functions/store/collections.ts';
import type { Library, LibraryTransaction } from '#functions/store/library.ts';
import type { ImportStep } from '#functions/store/steps.ts';

/** The first id of every library. */
const FIRST_ID = 1;

/**
 * Assigns a document to each folder and link of an import: an existing one, or a new one with a reserved id. Repeatable until its
 * last transaction, because nothing depends on the result before. `planner` identifies this attempt.
 */
export async function planImport(
  library: Library,
  step: ImportStep,
  planner: string,
): Promise<StepDone | null> {
  const expected = await library.transaction(async (transaction) => {
    const found = await expectedImport(transaction, step);
    if (found === null || 'next' in found) return found;
    transaction.imports.putPlan(step.action_id, { ...found.plan, planner });
    return found;
  });
  if (expected === null || 'next' in expected) return expected;
  const { plan } = expected;
  try {
    const { folders, ...content } = await readEntries(library, step.action_id, plan);
    const links = await matchedLinks(library, plan, content.entries);
    const attempt = { library, step, planner };
    if (!(await storeLinkIds(attempt, plan, content, links))) return null;
    return await storeFolderIds(attempt, folders, await existingFolders(library, plan));
  } catch (error) {
    if (!(error instanceof PartMissing)) throw error;
    return library.transaction(async (transaction) => failed(transaction, step));
  }
}

interface Attempt {
  readonly library: Library;
  readonly step: ImportStep;
  readonly planner: string;
}

interface Entries {
  readonly entries: readonly LinkKeys[];
  /** The marks "no duplicates" of each entry that has some, by the entry's number. */
  readonly marks: ReadonlyMap<number, readonly number[]>;
}

async function readEntries(
  library: Library,
  import_id: string,
  plan: Planned,
): Promise<Entries & { folders: ImportFolder[] }> {
  const entries: LinkKeys[] = [];
  const marks = new Map<number, readonly number[]>();
  const folders: ImportFolder[] = [];
  for await (const [, content] of readParts(library, import_id, placesOf(plan.part_counts))) {
    for (const link of content.links) {
      if (link.distinct_from !== undefined) marks.set(entries.length, link.distinct_from);
      entries.push(keysOf(link));
    }
    folders.push(...content.folders);
  }
  return { entries, marks, folders };
}

/** Returns the existing link of each entry, or null. */
async function matchedLinks(
  library: Library,
  { reserved }: Planned,
  entries: readonly LinkKeys[],
): Promise<(number | null)[]> {
  const matcher = new LinkMatcher();
  // If no link id was ever reserved, the library never had a link, and needs no reads.
  if (reserved.link > FIRST_ID) for await (const link of library.linkUrls()) matcher.add(link);
  return matcher.match(entries);
}

async function existingFolders(library: Library, { reserved }: Planned): Promise<Folder[]> {
  return reserved.folder > FIRST_ID ? library.list(FOLDERS) : [];
}

/** Stores the ids of links and marks with their part. Returns false if another attempt has begun. */
async function storeLinkIds(
  attempt: Attempt,
  plan: Planned,
  { entries, marks }: Entries,
  matched: readonly (number | null)[],
): Promise<boolean> {
  const ids: number[] = [];
  for (const [number, keys] of entries.entries()) {
    ids.push(
      keys === null ? (ids.at(-1) ?? plan.reserved.link) : (matched[number] ?? plan.reserved.link + number),
    );
  }
  const places = placesOf(plan.part_counts).filter(({ links }) => links > 0);
  for (const some of chunksOf(places, PARTS_AT_ONCE)) {
    const isStored = await attempt.library.transaction(async (transaction) => {
      if ((await currentAttempt(transaction, attempt)) === null) return false;
      for (const { part, firstLink, links } of some) {
        const link_ids = ids.slice(firstLink, firstLink + links);
        // A mark that names a later link becomes a mark of the link with itself, which all steps ignore.
        const distinct_ids = link_ids.flatMap((id, index) =>
          (marks.get(firstLink + index) ?? []).map((other) =>
            other < firstLink + index ? (ids[other] ?? id) : id,
          ),
        );
        transaction.imports.setLinkIds(attempt.step.action_id, part, { link_ids, distinct_ids });
      }
      return true;
    });
    if (!isStored) return false;
  }
  return true;
}

/** Stores the ids of the folders and lets the first step begin. */
async function storeFolderIds(
  attempt: Attempt,
  folders: readonly ImportFolder[],
  existing: readonly Folder[],
): Promise<StepDone | null> {
  const { library, step } = attempt;
  return library.transaction(async (transaction) => {
    const current = await currentAttempt(transaction, attempt);
    if (current === null) return null;
    const { action, plan, progress } = current;
    const target_folder_id = usableTarget(plan.target_folder_id, existing);
    const folder_ids = matchFolders(folders, existing, target_folder_id).map(
      (id, number) => id ?? plan.reserved.folder + number,
    );
    transaction.imports.putPlan(step.action_id, { ...plan, target_folder_id, folder_ids });
    const { now } = transaction;
    transaction.putAction(
      { ...action, next_part: 1, import: { ...progress, cursor: START, started_at: storedTime(now) } },
      action,
    );
    return { next: { ...step, part: 1 }, writes: 0 };
  });
}

/** Null if another attempt has begun, or if the user has stopped the import. */
async function currentAttempt(
  transaction: LibraryTransaction,
  { step, planner }: Attempt,
): Promise<Expected | null> {
  const found = await expectedImport(transaction, step);
  return found === null || 'next' in found || found.plan.planner !== planner ? null : found;
}

/** The folder to import into, or the root if that folder is gone or in the trash by now. */
function usableTarget(target: number, existing: readonly Folder[]): number {
  const found = existing.find(({ folder_id }) => folder_id === target);
  return found?.status_id === STATUS_ACTIVE ? target : ROOT_FOLDER_ID;
}

function storedTime(now: Date) {
  const milliseconds = now.getTime();
  return {
    seconds: Math.floor(milliseconds / 1000),
    nanoseconds: (milliseconds % 1000) * 1_000_000,
    toMillis: () => milliseconds,
    toDate: () => now,
  };
}

/** Ends an import with a missing part. */
async function failed(transaction: LibraryTransaction, step: ImportStep): Promise<StepDone | null> {
  const found = await expectedImport(transaction, step);
  if (found === null || 'next' in found) return found;
  return { next: await endImport(transaction, step.uid, found.action), writes: 0 };
}
