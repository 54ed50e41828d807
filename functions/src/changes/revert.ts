import type { BatchableChange } from '@foldmark/library/changes/changes';
import type { ObjectKind } from '@foldmark/library/entities/collections';
import { newLink } from '@foldmark/library/entities/new-link';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from '@foldmark/library/entities/limits';
import type { StoredAction } from '@foldmark/contract/stored';

import type { Effect } from '#functions/changes/effects.ts';
import { execute } from '#functions/changes/execute.ts';
import { existingFolder, requireParent } from '#functions/changes/folders.ts';
import { existingLink } from '#functions/changes/links.ts';
import { setMergedValues } from '#functions/changes/merges.ts';
import { NotMade } from '#functions/changes/not-made.ts';
import { readNamed, readRelated } from '#functions/changes/read-ahead.ts';
import { References } from '#functions/changes/references.ts';
import { FOLDER_LINKS, FOLDERS, LINKS } from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';

export type LeftAlone = StoredAction['left_alone'][number];

type Reverted = readonly string[];
const NOTHING: Reverted = [];

/** What turns an effect back, or for a redo makes it again. */
interface Step {
  readonly effect: Effect;
  readonly changes: readonly BatchableChange[];
  /** A change that no person can make, such as the creation of an object with a given id. Returns the fields left alone. */
  readonly restore: ((transaction: LibraryTransaction) => Promise<Reverted>) | null;
  /** Restored objects come first, because relations need them. Deletions come last, because an object must be unused. */
  readonly rank: number;
  /** Of equal ranks. Folders are restored from the top down, and deleted from the bottom up. */
  readonly order: number;
}

/**
 * Undoes the effects of a part, or makes them again. Changes only what still is as the effects left it. Returns what was left
 * alone.
 */
export async function revert(
  transaction: LibraryTransaction,
  effects: readonly Effect[],
  isRedo: boolean,
): Promise<LeftAlone[]> {
  const kept = isRedo ? new Set<number>() : await withGivenOfGone(transaction, effects);
  const depthOf = depthsOf(effects);
  const steps = effects
    .filter((effect) => !isOfLink(effect, kept))
    .map((effect) => stepOf(isRedo ? flipped(effect) : effect, depthOf));
  steps.sort((a, b) => a.rank - b.rank || a.order - b.order);
  const changes = steps.flatMap((step) => step.changes);
  await Promise.all([
    readNamed(transaction, changes),
    ...steps.map(async ({ effect, restore }) =>
      restore === null ? null : readRestored(transaction, effect),
    ),
  ]);
  await readRelated(transaction, changes);
  return runAll(transaction, steps);
}

/**
 * The links into which links were merged that are gone since. They keep all they got, because nothing else has it any more. The
 * step of the link that is gone reports it.
 */
async function withGivenOfGone(
  transaction: LibraryTransaction,
  effects: readonly Effect[],
): Promise<ReadonlySet<number>> {
  const merged = effects.flatMap((effect) =>
    effect.of === 'link' && effect.merged_into !== undefined
      ? [{ link_id: effect.id, into_id: effect.merged_into }]
      : [],
  );
  const links = await Promise.all(merged.map(async (key) => transaction.get(LINKS, key)));
  return new Set(merged.flatMap(({ into_id }, index) => (links[index] === null ? [into_id] : [])));
}

/**
 * How many of the folders that the part creates or deletes are above a folder. Ids do not tell: a folder can be moved into one that was
 * created after it.
 */
function depthsOf(effects: readonly Effect[]): (folder: number) => number {
  const parents = new Map<number, number>();
  for (const effect of effects) {
    if (effect.of !== 'folder' || (effect.before !== null && effect.after !== null)) continue;
    parents.set(effect.id, (effect.before ?? effect.after)?.parent_folder_id ?? ROOT_FOLDER_ID);
  }
  const depths = new Map<number, number>();
  const depthOf = (folder: number): number => {
    const parent = parents.get(folder);
    if (parent === undefined) return 0;
    const depth = depths.get(folder) ?? depthOf(parent) + 1;
    depths.set(folder, depth);
    return depth;
  };
  return depthOf;
}

/** Whether an effect is on one of these links, or on its folders or its favorite. */
function isOfLink(effect: Effect, links: ReadonlySet<number>): boolean {
  switch (effect.of) {
    case 'link':
      return links.has(effect.id);
    case 'member':
      return links.has(effect.member.link_id);
    case 'favorite':
      return effect.favorite.object_type === 'link' && links.has(effect.favorite.object_id);
    default:
      return false;
  }
}

/** Moves that would be a cycle are tried again: another move of the part may end it. A rank ends before the next one begins. */
async function runAll(transaction: LibraryTransaction, steps: readonly Step[]): Promise<LeftAlone[]> {
  const leftAlone: LeftAlone[] = [];
  for (const rank of Map.groupBy(steps, (step) => step.rank).values()) {
    let waiting = rank;
    for (let isLast = false; waiting.length > 0;) {
      const cyclic: Step[] = [];
      for (const step of waiting) {
        const why = await run(transaction, step);
        if (why === 'cycle' && !isLast) cyclic.push(step);
        else if (why !== null) leftAlone.push(await describe(transaction, step.effect, why));
      }
      isLast = cyclic.length === waiting.length;
      waiting = cyclic;
    }
  }
  return leftAlone;
}

/** Returns why the step was left alone, or null. */
async function run(
  transaction: LibraryTransaction,
  { effect, changes, restore }: Step,
): Promise<LeftAlone['why'] | null> {
  // Deleted for ever: nothing can be restored, and a redo has nothing to delete.
  if ('forever' in effect) return effect.after === null ? 'gone' : null;
  let left: LeftAlone['why'] | null = null;
  try {
    const fields = (await restore?.(transaction)) ?? NOTHING;
    if (fields.length > 0) left = 'changed';
    for (const change of changes) {
      const { leftAlone = [] } = await execute(transaction, change, new References());
      if (leftAlone.length > 0) left = 'changed';
    }
  } catch (error) {
    if (!(error instanceof NotMade)) throw error;
    const isDeletion = 'before' in effect && effect.before === null;
    left = isDeletion && error.why === 'gone' ? null : error.why;
  }
  return left;
}

/** The effect that turns another one back. */
function flipped(effect: Effect): Effect {
  switch (effect.of) {
    case 'link':
    case 'folder':
      return Object.assign({ ...effect }, { before: effect.after, after: effect.before });
    case 'member':
      return { ...effect, present: !effect.present };
    case 'favorite':
      return { ...effect, on: !effect.on };
    case 'distinct':
      return { ...effect, distinct: !effect.distinct };
  }
}

const STEP = { changes: [], restore: null, rank: 1, order: 0 } as const;

function stepOf(effect: Effect, depthOf: (folder: number) => number): Step {
  switch (effect.of) {
    case 'link':
      return linkStep(effect);
    case 'folder':
      return folderStep(effect, depthOf(effect.id));
    case 'member':
      return { ...STEP, effect, restore: async (transaction) => revertMember(transaction, effect), rank: 2 };
    case 'favorite': {
      const change = { kind: 'favorite.set', ...effect.favorite, on: !effect.on } as const;
      return { ...STEP, effect, changes: [change], rank: 2 };
    }
    case 'distinct': {
      const { link_id, other_id } = effect;
      const change = { kind: 'link.distinct', link_id, other_id, distinct: !effect.distinct } as const;
      return { ...STEP, effect, changes: [change], rank: 2 };
    }
  }
}

function linkStep(effect: Extract<Effect, { of: 'link' }>): Step {
  const { id: link_id, before, after } = effect;
  if (effect.forever === true) return { ...STEP, effect };
  if (before !== null && after !== null) {
    const { created_at, image_s3_key, ...edits } = before;
    const { created_at: _, ...expected } = after;
    const merged = {
      ...(created_at === undefined ? {} : { created_at }),
      ...(image_s3_key === undefined ? {} : { image_s3_key }),
    };
    const restore = async (transaction: LibraryTransaction): Promise<Reverted> =>
      setMergedValues(transaction, link_id, merged, after);
    const changes = [{ kind: 'link.set', link_id, ...edits, if: expected }] as const;
    return { ...STEP, effect, changes, restore: Object.keys(merged).length === 0 ? null : restore };
  }
  if (before === null) {
    const { url = '', name = '', note = '', image_s3_key = '' } = after ?? {};
    const created = { url, name, note, image_s3_key };
    return { ...STEP, effect, changes: [{ kind: 'link.delete', link_id, created }], rank: 3 };
  }
  const restore = async (transaction: LibraryTransaction): Promise<Reverted> => {
    if ((await transaction.get(LINKS, { link_id })) !== null) return NOTHING;
    const { created_at, image_s3_key = '', ...values } = before;
    const hasImage = image_s3_key !== '' && (await transaction.claimImage(image_s3_key));
    transaction.put(LINKS, {
      ...newLink(link_id, before.url ?? ''),
      ...values,
      image_s3_key: hasImage ? image_s3_key : '',
      // Actions of older versions don't have the date.
      created_at: created_at === undefined ? transaction.now : new Date(created_at),
    });
    return NOTHING;
  };
  return { ...STEP, effect, restore, rank: 0 };
}

function folderStep(effect: Extract<Effect, { of: 'folder' }>, depth: number): Step {
  const { id: folder_id, before, after } = effect;
  if (effect.forever === true) return { ...STEP, effect };
  if (before !== null && after !== null) {
    return { ...STEP, effect, changes: folderChanges(folder_id, before, after) };
  }
  if (before === null) {
    const created = { name: after?.name ?? '', parent_folder_id: after?.parent_folder_id ?? ROOT_FOLDER_ID };
    const changes = [{ kind: 'folder.delete', folder_id, created }] as const;
    return { ...STEP, effect, changes, rank: 3, order: -depth };
  }
  const restore = async (transaction: LibraryTransaction): Promise<Reverted> => {
    if ((await transaction.get(FOLDERS, { folder_id })) !== null) return NOTHING;
    const { name = '', status_id = STATUS_ACTIVE, parent_folder_id = ROOT_FOLDER_ID } = before;
    await requireParent(transaction, parent_folder_id);
    transaction.put(FOLDERS, { folder_id, name, status_id, parent_folder_id, image_s3_key: '' });
    return NOTHING;
  };
  return { ...STEP, effect, restore, rank: 0, order: depth };
}

type FolderValues = NonNullable<Extract<Effect, { of: 'folder' }>['before']>;

function folderChanges(folder_id: number, before: FolderValues, after: FolderValues): BatchableChange[] {
  const { parent_folder_id, ...edits } = before;
  const { parent_folder_id: movedTo, ...expected } = after;
  const changes: BatchableChange[] = [];
  if (Object.keys(edits).length > 0) changes.push({ kind: 'folder.set', folder_id, ...edits, if: expected });
  if (parent_folder_id !== undefined && movedTo !== undefined) {
    changes.push({ kind: 'folder.move', folder_id, parent_folder_id, if: { parent_folder_id: movedTo } });
  }
  return changes;
}

/** Writes the same membership again, so that it keeps its id and needs no counter. */
async function revertMember(
  transaction: LibraryTransaction,
  { member, present }: Extract<Effect, { of: 'member' }>,
): Promise<Reverted> {
  const { folder_id, link_id, folder_link_id } = member;
  const stored = await transaction.get(FOLDER_LINKS, { folder_id, link_id });
  if (!present) {
    if (stored !== null) return NOTHING;
    await Promise.all([existingFolder(transaction, folder_id), existingLink(transaction, link_id)]);
    transaction.put(FOLDER_LINKS, member);
  } else if (stored !== null) {
    // Another device has removed it and added it again.
    if (stored.folder_link_id !== folder_link_id) throw new NotMade('changed', 'notInFolder');
    transaction.tombstone(FOLDER_LINKS, [stored]);
  }
  return NOTHING;
}

async function readRestored(transaction: LibraryTransaction, effect: Effect): Promise<void> {
  switch (effect.of) {
    case 'link':
      await transaction.get(LINKS, { link_id: effect.id });
      return;
    case 'folder':
      await Promise.all(
        [effect.id, effect.before?.parent_folder_id ?? ROOT_FOLDER_ID]
          .filter((id) => id !== ROOT_FOLDER_ID)
          .map(async (folder_id) => transaction.get(FOLDERS, { folder_id })),
      );
      return;
    case 'member': {
      const { folder_id, link_id } = effect.member;
      await Promise.all([
        transaction.get(FOLDER_LINKS, { folder_id, link_id }),
        ...(effect.present
          ? []
          : [transaction.get(FOLDERS, { folder_id }), transaction.get(LINKS, { link_id })]),
      ]);
      return;
    }
    case 'favorite':
    case 'distinct':
      return;
  }
}

async function describe(
  transaction: LibraryTransaction,
  effect: Effect,
  why: LeftAlone['why'],
): Promise<LeftAlone> {
  if (effect.of === 'link' || effect.of === 'folder') {
    const { of: kind, id, name } = effect;
    return { kind, id, name, why };
  }
  const [kind, id] = itemOf(effect);
  const found = await (kind === 'link'
    ? transaction.get(LINKS, { link_id: id })
    : transaction.get(FOLDERS, { folder_id: id }));
  return { kind, id, name: found?.name ?? '', why };
}

/** The item that a relation is about. */
function itemOf(effect: Exclude<Effect, { of: 'link' | 'folder' }>): readonly [ObjectKind, number] {
  switch (effect.of) {
    case 'member':
      return ['link', effect.member.link_id];
    case 'favorite':
      return [effect.favorite.object_type, effect.favorite.object_id];
    case 'distinct':
      return ['link', effect.link_id];
  }
}
