import type { Folder, Link } from '#library/entities/entities.ts';

/** Compares by UTF-16 units, like JavaScript and IndexedDB. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

type ComparedLink = Pick<Link, 'url' | 'name' | 'link_id'>;

/** Sorts links by url, and links with the same url by name. */
export function compareLinks(left: ComparedLink, right: ComparedLink): number {
  return (
    compareText(left.url, right.url) || compareText(left.name, right.name) || left.link_id - right.link_id
  );
}

// A fixed locale, so that browser and server sort equally. 'accent' ignores case.
const NAMES = new Intl.Collator('en', { sensitivity: 'accent' });

/** Sorts folders by name, case-insensitively. */
export function compareFolders(
  left: Pick<Folder, 'name' | 'folder_id'>,
  right: Pick<Folder, 'name' | 'folder_id'>,
): number {
  return (
    NAMES.compare(left.name, right.name) ||
    compareText(left.name, right.name) ||
    left.folder_id - right.folder_id
  );
}
