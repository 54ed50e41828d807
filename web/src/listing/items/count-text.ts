import type { Items } from '#web/sync/library/items.ts';

const NUMBER = new Intl.NumberFormat('en');

/** '1 link' or '1,204 links'. */
export function countText(count: number, noun: 'link' | 'folder' | 'sub-folder' | 'change'): string {
  return `${NUMBER.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** '2 folders and 1 link'. Leaves out a count of zero. */
export function itemCountText({ folders, links }: Items): string {
  const parts = [
    ...(folders.length > 0 ? [countText(folders.length, 'folder')] : []),
    ...(links.length > 0 || folders.length === 0 ? [countText(links.length, 'link')] : []),
  ];
  return parts.join(' and ');
}
