const NUMBER = new Intl.NumberFormat('en');

/** '1 link', '1,204 links' */
export function counted(count: number, thing: 'link' | 'folder' | 'sub-folder' | 'change'): string {
  return `${NUMBER.format(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** '2 folders and 1 link'; what there is none of is not named. */
export function countedBoth(folders: number, links: number): string {
  const parts = [
    ...(folders > 0 ? [counted(folders, 'folder')] : []),
    ...(links > 0 || folders === 0 ? [counted(links, 'link')] : []),
  ];
  return parts.join(' and ');
}
