import { compareText } from '@foldmark/contract/order';

import type { Key } from '#web/sync/library/keys.ts';
import type { Snapshot, SnapshotFolder, SnapshotLink } from '#web/export/snapshot.ts';

/** The parent of a top folder. */
export const TOP = -1;

export interface ArrangedFolder {
  readonly name: string;
  /** The position of an earlier folder, or `TOP`. */
  readonly parent: number;
  readonly favorite: boolean;
  readonly trashed: boolean;
}

export interface ArrangedLink extends Omit<SnapshotLink, 'folders'> {
  /** Positions of folders, ascending. Empty for a link at the top. */
  readonly folders: readonly number[];
}

/** The UTF-16 units whose order differs from that of their code points. Texts without them compare much faster. */
const HIGH = /[\ud800-\uffff]/;

/** A snapshot in the order of the files, which depends on its content only. */
export interface Arranged {
  readonly folders: readonly ArrangedFolder[];
  readonly links: readonly ArrangedLink[];
}

interface Node {
  readonly name: string;
  readonly trashed: boolean;
  favorite: boolean;
  readonly keys: Key[];
}

/**
 * Sorts folders by name and links by url. Folders of the same name, place and state become one, because a file can't tell
 * them apart. Two snapshots with equal content have equal results, so that their files are equal byte for byte.
 */
export function arrange({ folders, links }: Snapshot): Arranged {
  const children = new Map<Key, SnapshotFolder[]>();
  for (const folder of folders) {
    const siblings = children.get(folder.parent);
    if (siblings === undefined) children.set(folder.parent, [folder]);
    else siblings.push(folder);
  }
  const arranged: ArrangedFolder[] = [];
  const positions = new Map<Key, number>();
  // A stack instead of recursion, because folders can be nested thousands of levels deep.
  const open = nodesBelow([0], children).map((node) => ({ node, parent: TOP }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, favorite, trashed, keys } = next.node;
    const position = arranged.push({ name, parent: next.parent, favorite, trashed }) - 1;
    for (const key of keys) positions.set(key, position);
    for (const node of nodesBelow(keys, children)) open.push({ node, parent: position });
  }
  const hasHigh = links.some(({ url }) => HIGH.test(url));
  const compareUrls = hasHigh ? compareByCodePoint : compareText;
  return {
    folders: arranged,
    links: links
      .map((link) => placed(link, positions))
      .sort((left, right) => compareUrls(left.url, right.url) || compareFields(left, right)),
  };
}

/** The folders below any of these, in reverse order because they go onto a stack. Equal ones are merged. */
function nodesBelow(parents: readonly Key[], children: ReadonlyMap<Key, SnapshotFolder[]>): Node[] {
  const active = new Map<string, Node>();
  const trashed = new Map<string, Node>();
  for (const parent of parents) {
    for (const folder of children.get(parent) ?? []) {
      const nodes = folder.trashed ? trashed : active;
      const known = nodes.get(folder.name);
      if (known === undefined) {
        nodes.set(folder.name, { ...folder, keys: [folder.key] });
      } else {
        known.keys.push(folder.key);
        known.favorite ||= folder.favorite;
      }
    }
  }
  return [...active.values(), ...trashed.values()].sort(
    (left, right) =>
      compareByCodePoint(right.name, left.name) || Number(right.trashed) - Number(left.trashed),
  );
}

function placed(link: SnapshotLink, positions: ReadonlyMap<Key, number>): ArrangedLink {
  const folders = new Set(link.folders.flatMap((key) => positions.get(key) ?? []));
  return { ...link, folders: [...folders].sort((left, right) => left - right) };
}

function compareFields(left: ArrangedLink, right: ArrangedLink): number {
  return (
    left.createdAt - right.createdAt ||
    compareByCodePoint(left.name, right.name) ||
    compareByCodePoint(left.note, right.note) ||
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

/** Puts the surrogates after all other UTF-16 units. */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
