import type { ImportFolder, ImportLink } from '@foldmark/contract/imports';
import {
  IMPORT_FOLDERS_MAX_COUNT,
  LINK_NAME_MAX_LENGTH,
  ROOT_FOLDER_ID,
} from '@foldmark/library/entities/limits';
import { IMPORT_PART_MAX_COUNT } from '@foldmark/contract/limits';
import type { StoredAction, StoredImportPlan } from '@foldmark/contract/stored';

import { TOP } from '#functions/imports/match-folders.ts';
import { type PartPlace, placesOf } from '#functions/imports/part-counts.ts';
import { PartMissing, type PartReader } from '#functions/imports/part-reader.ts';

/** The most documents that the entries of one step write. The step itself writes up to five more. */
export const WRITES_MAX = 475;
/** The size of the entries of one step, limited because one document stores the undo of the step. */
const BYTES_MAX = 300_000;
/** The size of the edit that makes a mark "no duplicates". */
const MARK_BYTES = 100;
/** The most entries that the app sends for a link that is in all folders: full entries, and one for the target folder. */
const CONTINUED_MAX = IMPORT_FOLDERS_MAX_COUNT / IMPORT_PART_MAX_COUNT;

export type Cursor = NonNullable<NonNullable<StoredAction['import']>['cursor']>;
export const START: Cursor = { folders: 0, links: 0, members: 0 };

export interface FolderWork {
  readonly folder: ImportFolder;
  readonly number: number;
  /** The existing or reserved id. */
  readonly id: number;
  readonly reserved: number;
}

/** A link, or a part of its memberships. */
export interface LinkWork {
  readonly link: ImportLink;
  /** The existing or reserved id. */
  readonly id: number;
  readonly reserved: number;
  /** The ids of links that are no duplicates of this one. */
  readonly distinct_ids: readonly number[];
  /** False if an earlier step or entry has already handled a part of this link. */
  readonly isFirst: boolean;
  readonly members: readonly { readonly folder_id: number; readonly folder_link_id: number }[];
}

interface Work {
  readonly folders: readonly FolderWork[];
  readonly links: readonly LinkWork[];
  /** Where the next step starts. */
  readonly cursor: Cursor;
  readonly isLast: boolean;
}

/** A planned import. */
export interface Planned extends StoredImportPlan {
  readonly reserved: NonNullable<StoredImportPlan['reserved']>;
  readonly folder_ids: number[];
}

/** The work that a step has taken so far. */
interface Taken {
  readonly folders: FolderWork[];
  readonly links: LinkWork[];
  cursor: Cursor;
  writes: number;
  readonly writesMax: number;
  bytes: number;
}

type Parts = Pick<PartReader, 'read'>;

interface Source {
  readonly plan: Planned;
  readonly places: readonly PartPlace[];
  readonly parts: Parts;
}

/** Takes as many folders and links as fit into one transaction, starting at the cursor. */
export async function nextWork(plan: Planned, parts: Parts, from: Cursor, writesMax: number): Promise<Work> {
  const source = { plan, places: placesOf(plan.part_counts), parts };
  const taken: Taken = { folders: [], links: [], cursor: from, writes: 0, writesMax, bytes: 0 };
  await takeFolders(source, taken);
  if (taken.cursor.folders >= plan.announced.folders) await takeLinks(source, taken);
  const { folders, links, cursor } = taken;
  const isLast = cursor.folders >= plan.announced.folders && cursor.links >= plan.announced.links;
  return { folders, links, cursor, isLast };
}

async function takeFolders({ plan, places, parts }: Source, taken: Taken): Promise<void> {
  for (const place of places) {
    if (place.firstFolder + place.folders <= taken.cursor.folders) continue;
    const { folders } = await parts.read(place.part);
    for (const [index, folder] of folders.entries()) {
      const number = place.firstFolder + index;
      if (number < taken.cursor.folders) continue;
      if (!takeBytes(taken, Buffer.byteLength(folder.name)) || taken.writes + 2 > taken.writesMax) return;
      const reserved = plan.reserved.folder + number;
      taken.folders.push({ folder, number, id: plan.folder_ids[number] ?? reserved, reserved });
      taken.writes += folder.favorite === true ? 2 : 1;
      taken.cursor = Object.assign({ ...taken.cursor }, { folders: number + 1 });
    }
  }
}

async function takeLinks(source: Source, taken: Taken): Promise<void> {
  for (const place of source.places) {
    if (place.firstLink + place.links <= taken.cursor.links) continue;
    const { links } = await source.parts.read(place.part);
    let firstMember = place.firstMember;
    for (const [index, link] of links.entries()) {
      const at = { place, index, link, firstMember };
      firstMember += Math.max(1, link.folders.length);
      if (place.firstLink + index < taken.cursor.links) continue;
      if (!(await takeLink(source, taken, at))) return;
    }
  }
}

interface Entry {
  readonly place: PartPlace;
  readonly index: number;
  readonly link: ImportLink;
  readonly firstMember: number;
}

/**
 * Returns false if the step is full. If a link has more memberships than fit into a step, the next step continues it. Other links
 * are not split, because the undo of a step decides by its own edits whether a link stays in its folders.
 */
async function takeLink(
  source: Source,
  taken: Taken,
  { place, index, link, firstMember }: Entry,
): Promise<boolean> {
  const own = link.favorite === true ? 2 : 1;
  const room = taken.writesMax - taken.writes - own;
  const { links: number, members: from } = taken.cursor;
  const folders = link.folders.length === 0 ? [TOP] : link.folders;
  const rest = folders.length - from;
  const needed = own + rest <= taken.writesMax ? rest : 1;
  if (room < needed || !takeBytes(taken, bytesOf(link))) return false;
  const some = folders.slice(from, from + room);
  const { links, link_ids, distinct_ids } = await source.parts.read(place.part);
  const reserved = await headOf(source, number);
  const members = membersOf(source.plan, some, firstMember + from);
  taken.links.push({
    link,
    id: link_ids[index] ?? reserved,
    reserved,
    distinct_ids: marksOf(links, distinct_ids, index),
    isFirst: from === 0 && link.continues !== true,
    members,
  });
  taken.writes += own + members.length;
  const isWhole = from + some.length >= folders.length;
  const next = isWhole ? { links: number + 1, members: 0 } : { members: from + some.length };
  taken.cursor = { ...taken.cursor, ...next };
  return isWhole;
}

/** The edit of an existing link also stores its earlier name. Each mark is a separate edit. */
function bytesOf(link: ImportLink): number {
  const ofMarks = MARK_BYTES * (link.distinct_from?.length ?? 0);
  return (
    Buffer.byteLength(JSON.stringify(link)) + 2 * Math.min(link.url.length, LINK_NAME_MAX_LENGTH) + ofMarks
  );
}

/** Selects from `ids`, the marked ids of a whole part, those of one link. */
function marksOf(links: readonly ImportLink[], ids: readonly number[], index: number): readonly number[] {
  const count = links[index]?.distinct_from?.length ?? 0;
  if (count === 0) return [];
  const start = links.slice(0, index).reduce((sum, { distinct_from = [] }) => sum + distinct_from.length, 0);
  return ids.slice(start, start + count);
}

/** Returns false if the step is full. Every step takes at least one entry. */
function takeBytes(taken: Taken, bytes: number): boolean {
  if (taken.bytes > 0 && taken.bytes + bytes > BYTES_MAX) return false;
  taken.bytes += bytes;
  return true;
}

/**
 * The reserved id of the first entry of a continued link. A hostile import can continue a link 200,000 times. Then the search
 * ends early, with an id that no link gets.
 */
async function headOf({ plan, places, parts }: Source, from: number): Promise<number> {
  const last = Math.max(0, from - CONTINUED_MAX);
  for (let number = from; number > last; number -= 1) {
    const place = places.findLast(({ firstLink, links }) => links > 0 && firstLink <= number);
    if (place === undefined) throw new PartMissing();
    const { links } = await parts.read(place.part);
    if (links[number - place.firstLink]?.continues !== true) return plan.reserved.link + number;
  }
  return plan.reserved.link + last;
}

function membersOf(plan: Planned, folders: readonly number[], first: number): LinkWork['members'] {
  return folders.flatMap((number, index) => {
    const folder_id = number === TOP ? plan.target_folder_id : (plan.folder_ids[number] ?? ROOT_FOLDER_ID);
    const folder_link_id = plan.reserved.folder_link + first + index;
    return folder_id === ROOT_FOLDER_ID ? [] : [{ folder_id, folder_link_id }];
  });
}
