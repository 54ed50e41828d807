import { picked } from '#library/entities/derive.ts';
import { FOLDER_DETAILS, type FolderDetails } from '#library/entities/folder.ts';
import { TOP } from '#library/files/library-file.ts';
import { compareText } from '#library/order/order.ts';

import type { Key } from '#library/memory/keys.ts';
import type { Snapshot, SnapshotFolder, SnapshotLink } from './snapshot.ts';

export interface ArrangedFolder extends FolderDetails {
  readonly name: string;
  /** The index of an earlier folder, or `TOP`. */
  readonly parent: number;
  readonly favorite: boolean;
  readonly trashed: boolean;
}

export interface ArrangedLink extends Omit<SnapshotLink, 'folders' | 'distinctFrom'> {
  /** Indexes of folders, ascending. Empty for a link at the top level. */
  readonly folders: readonly number[];
  /** Indexes of earlier links that are no duplicates of this one, ascending. */
  readonly distinctFrom: readonly number[];
}

interface Options {
  /** Whether folders with the same name, state and parent stay separate, in the order of their creation. */
  readonly keepsFolders?: boolean;
}

/** The UTF-16 units that sort differently from their code points. Texts without them compare much faster. */
const HIGH = /[\ud800-\uffff]/;

/** A snapshot in the order of the files. The order depends only on the content. */
export interface Arranged {
  readonly folders: readonly ArrangedFolder[];
  readonly links: readonly ArrangedLink[];
}

interface Node extends FolderDetails {
  readonly name: string;
  readonly trashed: boolean;
  readonly favorite: boolean;
  readonly keys: readonly Key[];
}

/**
 * Sorts folders by name and links by url. Merges folders of the same name, parent and state, except for our JSON: the other
 * formats can't distinguish them. Snapshots with equal content give equal results, so that their files are identical.
 */
export function arrange({ folders, links }: Snapshot, { keepsFolders = false }: Options = {}): Arranged {
  const children = Map.groupBy(folders, ({ parent }) => parent);
  const arranged: ArrangedFolder[] = [];
  const positions = new Map<Key, number>();
  // A stack instead of recursion, because folders can be nested thousands of levels deep.
  const open = nodesBelow([0], children, keepsFolders).map((node) => ({ node, parent: TOP }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { keys, ...folder } = next.node;
    const position = arranged.push({ ...folder, parent: next.parent }) - 1;
    for (const key of keys) positions.set(key, position);
    for (const node of nodesBelow(keys, children, keepsFolders)) open.push({ node, parent: position });
  }
  const hasHigh = links.some(({ url }) => HIGH.test(url));
  const compareUrls = hasHigh ? compareByCodePoint : compareText;
  const sorted = links
    .map((link) => placed(link, positions))
    .sort(
      (left, right) =>
        compareUrls(left.url, right.url) || compareFields(left, right) || byCreation(left.key, right.key),
    );
  return { folders: arranged, links: withMarks(sorted) };
}

interface PlacedLink extends Omit<SnapshotLink, 'folders'> {
  readonly folders: readonly number[];
}

/** Stores each mark only once, on the later link of the pair. */
function withMarks(links: readonly PlacedLink[]): ArrangedLink[] {
  const positions = new Map(links.map(({ key }, position) => [key, position]));
  const marks = links.map(() => new Set<number>());
  for (const [position, { distinctFrom }] of links.entries()) {
    for (const key of distinctFrom) {
      const other = positions.get(key) ?? position;
      if (other !== position) marks[Math.max(position, other)]?.add(Math.min(position, other));
    }
  }
  return links.map((link, position) => ({
    ...link,
    distinctFrom: [...(marks[position] ?? [])].sort((left, right) => left - right),
  }));
}

/** Ids are positive and ascend. Items without an id have negative keys, which descend. */
function byCreation(left: Key, right: Key): number {
  const isUnsent = Number(left < 0) - Number(right < 0);
  return isUnsent || Math.abs(left) - Math.abs(right);
}

/** The folders below any of these parents, in reverse order because they go onto a stack. Equal folders are merged. */
function nodesBelow(
  parents: readonly Key[],
  children: ReadonlyMap<Key, SnapshotFolder[]>,
  keepsFolders: boolean,
): Node[] {
  const below = parents.flatMap((parent) => children.get(parent) ?? []);
  const equal = Map.groupBy(below, ({ key, name, trashed }) => (keepsFolders ? key : `${trashed} ${name}`));
  const nodes = [...equal.values()].flatMap((folders) => {
    const [first] = folders;
    if (first === undefined) return [];
    const { name, trashed } = first;
    const details = picked(FOLDER_DETAILS, first);
    const favorite = folders.some((folder) => folder.favorite);
    return { name, trashed, ...details, favorite, keys: folders.map(({ key }) => key) };
  });
  return nodes.sort(
    (left, right) =>
      compareByCodePoint(right.name, left.name) ||
      Number(right.trashed) - Number(left.trashed) ||
      byCreation(right.keys[0] ?? 0, left.keys[0] ?? 0),
  );
}

function placed(link: SnapshotLink, positions: ReadonlyMap<Key, number>): PlacedLink {
  const folders = new Set(link.folders.flatMap((key) => positions.get(key) ?? []));
  return { ...link, folders: [...folders].sort((left, right) => left - right) };
}

function compareFields(left: PlacedLink, right: PlacedLink): number {
  return (
    left.createdAt - right.createdAt ||
    compareByCodePoint(left.name, right.name) ||
    compareByCodePoint(left.note, right.note) ||
    compareByCodePoint(left.description, right.description) ||
    Number(left.favorite) - Number(right.favorite) ||
    Number(left.trashed) - Number(right.trashed) ||
    compareNumbers(left.folders, right.folders)
  );
}

function compareNumbers(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((number, index) => number !== right[index]);
  return at === -1 ? left.length - right.length : (left[at] ?? TOP) - (right[at] ?? TOP);
}

/** Unlike `<`, sorts U+FFFD before emoji, which are surrogate pairs in JavaScript. */
export function compareByCodePoint(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = rankOf(left.charCodeAt(index)) - rankOf(right.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Ranks the surrogates after all other UTF-16 units. */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
