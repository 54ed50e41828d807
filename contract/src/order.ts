import type { Folder, Link } from './entities.ts';

/** By UTF-16 units, as JavaScript and IndexedDB compare. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Links stand by url. */
export function compareLinks(
  left: Pick<Link, 'url' | 'link_id'>,
  right: Pick<Link, 'url' | 'link_id'>,
): number {
  return compareText(left.url, right.url) || left.link_id - right.link_id;
}

// One fixed locale, so that browser and server agree whatever theirs is; 'accent' takes no notice of the case.
const NAMES = new Intl.Collator('en', { sensitivity: 'accent' });

/** Folders stand by name, whatever the case. */
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
