import { domainOf } from '@foldmark/library/entities/link-url';
import type { LibraryFile } from '@foldmark/library/files/library-file';

/** The facts about a file that a worker has read, for the page. */
export interface FilePreview {
  readonly source: string;
  readonly links: number;
  readonly folders: number;
  /** entries = links + merged + skipped. */
  readonly entries: number;
  readonly merged: number;
  readonly skipped: number;
  readonly told: readonly string[];
  readonly dated: number;
  readonly noted: number;
  readonly favorites: number;
  readonly trashed: number;
  /** The number of different tags. */
  readonly tags: number;
  /** The number of different sites, whose icons can be fetched. */
  readonly sites: number;
  /** The number of rows of the tree while all folders are closed. */
  readonly rows: number;
}

export function previewOf(file: LibraryFile, rows: number): FilePreview {
  const { source, links, folders, entries, merged, skipped, told } = file;
  const tags = new Set<string>();
  for (const link of links) for (const tag of link.tags) tags.add(tag.toLowerCase());
  const count = (has: (link: LibraryFile['links'][number]) => boolean): number => links.filter(has).length;
  const marked = folders.filter(({ favorite }) => favorite === true).length;
  const inTrash = folders.filter(({ trashed }) => trashed === true).length;
  return {
    source,
    links: links.length,
    folders: folders.length,
    entries,
    merged,
    skipped: skipped.length,
    told,
    dated: count(({ created }) => created !== null),
    noted: count(({ note }) => note !== ''),
    favorites: count(({ favorite }) => favorite === true) + marked,
    trashed: count(({ trashed }) => trashed === true) + inTrash,
    tags: tags.size,
    sites: countSites(links),
    rows,
  };
}

/** Counts the sites as the server does when it fetches their icons. */
function countSites(links: LibraryFile['links']): number {
  const sites = new Set<string>();
  for (const { url } of links) if (/^https?:/i.test(url)) sites.add(domainOf(url));
  sites.delete('');
  return sites.size;
}
