import { numberText } from './number-text.ts';

type Counted =
  | 'link'
  | 'new link'
  | 'folder'
  | 'sub-folder'
  | 'app'
  | 'change'
  | 'duplicate'
  | 'group'
  | 'more group'
  | 'item'
  | 'page'
  | 'site'
  | 'tab';

/** For example '1 link' or '1,204 links'. */
export function countText(count: number, noun: Counted): string {
  return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

interface PlaceCounts {
  readonly links: number;
  readonly folders: number;
  /** The links in the folders. */
  readonly below?: number;
}

/** For example '17 links, 2 folders, 40 links below', the content of a place. Leaves out counts of zero after the links. */
export function placeCountText({ links, folders, below = 0 }: PlaceCounts): string {
  if (folders === 0) return countText(links, 'link');
  const ofFolders = `${countText(links, 'link')}, ${countText(folders, 'folder')}`;
  return below === 0 ? ofFolders : `${ofFolders}, ${countText(below, 'link')} below`;
}

interface Items {
  readonly folders: readonly unknown[];
  readonly links: readonly unknown[];
}

/** For example '2 folders and 1 link'. Leaves out a count of zero. */
export function itemCountText({ folders, links }: Items): string {
  const parts = [
    ...(folders.length > 0 ? [countText(folders.length, 'folder')] : []),
    ...(links.length > 0 || folders.length === 0 ? [countText(links.length, 'link')] : []),
  ];
  return parts.join(' and ');
}
