import type { ImportPart } from '@foldmark/contract/imports';
import { IMPORT_PART_MAX_DISTINCT } from '@foldmark/contract/limits';
import type { StoredImportPlan } from '@foldmark/contract/stored';

import { Invalid } from '#functions/errors/failure.ts';

type PartCounts = StoredImportPlan['part_counts'][number];
type Announced = StoredImportPlan['announced'];

/** Counts a part. Rejects counts that no other parts could make valid. */
export function countPart(part: number, content: ImportPart, announced: Announced): PartCounts {
  const { folders, links } = content;
  const named = links.flatMap((link) => link.folders);
  if (part === 0 && links[0]?.continues === true) throw new Invalid(['No link comes before the first one.']);
  const marks = links.flatMap(({ distinct_from = [] }) => distinct_from);
  if (marks.length > IMPORT_PART_MAX_DISTINCT) {
    throw new Invalid([`A part can have at most ${IMPORT_PART_MAX_DISTINCT} entries of distinct_from.`]);
  }
  if (marks.some((number) => number >= announced.links)) {
    throw new Invalid([`The import has ${announced.links} links, but distinct_from names another one.`]);
  }
  if (
    named.some((number) => number >= announced.folders) ||
    folders.some(({ parent }) => parent >= announced.folders)
  ) {
    throw new Invalid([`The import has ${announced.folders} folders, but an entry names another one.`]);
  }
  return {
    part,
    links: links.length,
    folders: folders.length,
    memberships: named.length,
    above: folders.reduce((above, { parent }, index) => Math.max(above, parent - index), -1),
  };
}

/** Rejects parts that together contain more than was announced. */
export function requireAtMost(counts: readonly PartCounts[], announced: Announced): void {
  for (const kind of ['links', 'folders', 'memberships'] as const) {
    if (sumOf(counts, kind) > announced[kind]) {
      throw new Invalid([`The parts have more ${kind} than the ${announced[kind]} that were announced.`]);
    }
  }
}

/** Whether all parts have arrived and contain all announced links and folders. */
export function isComplete(counts: readonly PartCounts[], parts: number, announced: Announced): boolean {
  return (
    counts.length === parts &&
    sumOf(counts, 'links') === announced.links &&
    sumOf(counts, 'folders') === announced.folders
  );
}

/** Rejects a folder that comes before its parent. Call it with all parts. */
export function requireParentsFirst(counts: readonly PartCounts[]): void {
  for (const { part, above, firstFolder } of placesOf(counts)) {
    // The folder's number is firstFolder + index. Its parent's number is at most above + index.
    if (above >= firstFolder) throw new Invalid([`In part ${part}, a folder comes before its parent.`]);
  }
}

export interface PartPlace extends PartCounts {
  /** The numbers of the first folder and link in the part. */
  readonly firstFolder: number;
  readonly firstLink: number;
  /** The first number for the memberships of the part, which need at most one number per membership and one per link. */
  readonly firstMember: number;
}

/** The parts in order, with the numbers at which each starts. */
export function placesOf(counts: readonly PartCounts[]): PartPlace[] {
  let [firstFolder, firstLink, firstMember] = [0, 0, 0];
  return counts
    .toSorted((a, b) => a.part - b.part)
    .map((part) => {
      const place = { ...part, firstFolder, firstLink, firstMember };
      firstFolder += part.folders;
      firstLink += part.links;
      firstMember += part.memberships + part.links;
      return place;
    });
}

function sumOf(counts: readonly PartCounts[], kind: keyof Announced): number {
  return counts.reduce((sum, part) => sum + part[kind], 0);
}
