import { placeholderName } from '#library/entities/link-url.ts';

import { type Arranged, arrange } from './arrange.ts';
import type { ExportFormat } from './export-format.ts';
import type { Snapshot, SnapshotFolder, SnapshotLink } from './snapshot.ts';
import { cleanFolderName, cleanNote, cleanTitle } from '#library/files/reading/clean/clean-text.ts';
import { cleanUrl } from '#library/files/reading/clean/clean-url.ts';
import { exactFolderName, exactNote, exactTitle, exactUrl } from '#library/files/reading/clean/exact.ts';
import type { Key } from '#library/memory/keys.ts';

export interface Prepared {
  readonly library: Arranged;
  /** How many links the format can't hold, because of their urls. */
  readonly leftOut: number;
  /** How many folders became one with a folder of their name in the same place. */
  readonly equalFolders: number;
}

interface Cleaners {
  readonly folderName: (name: string) => string;
  /** Null for a link that the format can't hold. */
  readonly link: (link: SnapshotLink) => SnapshotLink | null;
}

/**
 * Texts and urls are written as a reader cleans them, so that they are the same after a round trip. JSON holds everything as it
 * is. The other formats have no trash.
 */
export function prepare(snapshot: Snapshot, format: ExportFormat): Prepared {
  const { folders, links } = format === 'json' ? snapshot : withoutTrash(snapshot);
  const { folderName, link: cleanLink } = format === 'json' ? EXACT : CLEAN;
  const readable = links.flatMap((link) => cleanLink(link) ?? []);
  const library = arrange(
    { folders: folders.map((folder) => ({ ...folder, name: folderName(folder.name) })), links: readable },
    { keepsFolders: format === 'json' },
  );
  return {
    library,
    leftOut: links.length - readable.length,
    equalFolders: folders.length - library.folders.length,
  };
}

const CLEAN: Cleaners = {
  folderName: cleanFolderName,
  link: (link) => {
    const clean = cleanUrl(link.url);
    if ('reason' in clean) return null;
    const { url } = clean;
    const title = cleanTitle(link.name);
    return {
      ...link,
      url,
      name: isUrl(title, url) ? placeholderName(url) : title,
      note: cleanNote(link.note),
    };
  },
};

/** Whether a title is empty or repeats the url. */
function isUrl(title: string, url: string): boolean {
  // Cleaning takes time, and does not change the scheme.
  return title === '' || (title.startsWith(url.slice(0, 4)) && title === cleanTitle(url));
}

const EXACT: Cleaners = {
  folderName: exactFolderName,
  link: (link) => {
    const exact = exactUrl(link.url);
    if ('reason' in exact) return null;
    const { url } = exact;
    return { ...link, url, name: exactTitle(link.name) || placeholderName(url), note: exactNote(link.note) };
  },
};

function withoutTrash({ folders, links }: Snapshot): Snapshot {
  const visible = visibleFolders(folders);
  return {
    folders: folders.filter(({ key }) => visible.has(key)),
    links: links
      .filter(({ trashed }) => !trashed)
      .map((link) => ({ ...link, folders: link.folders.filter((folder) => visible.has(folder)) })),
  };
}

/** The folders that are not in the trash, nor below one that is. */
function visibleFolders(folders: readonly SnapshotFolder[]): ReadonlySet<Key> {
  const below = Map.groupBy(
    folders.filter(({ trashed }) => !trashed),
    ({ parent }) => parent,
  );
  const visible = new Set<Key>();
  const open: Key[] = [0];
  for (const parent of open) {
    for (const { key } of below.get(parent) ?? []) {
      visible.add(key);
      open.push(key);
    }
  }
  return visible;
}
