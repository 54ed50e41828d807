import { placeholderName } from '#library/entities/link-url.ts';

import { type Arranged, arrange } from './arrange.ts';
import type { ExportFormat } from './export-format.ts';
import type { Snapshot, SnapshotFolder } from './snapshot.ts';
import { CLEANED, EXACT } from '#library/files/reading/clean/cleaning.ts';
import type { Key } from '#library/memory/keys.ts';

export interface Prepared {
  readonly library: Arranged;
  /** The number of links that the format can't hold because of their urls. */
  readonly leftOut: number;
  /** The number of folders that were merged with one of the same name and parent. */
  readonly equalFolders: number;
}

/**
 * Cleans texts and urls as a reader does, so that a round trip does not change them. JSON holds everything unchanged. The other
 * formats have no trash.
 */
export function prepare(snapshot: Snapshot, format: ExportFormat): Prepared {
  const isJson = format === 'json';
  const { folders, links } = isJson ? snapshot : withoutTrash(snapshot);
  const { folderName, url, title, note } = isJson ? EXACT : CLEANED;
  const readable = links.flatMap((link) => {
    const clean = url(link.url);
    if ('reason' in clean) return [];
    const name = title(link.name, clean.url) || placeholderName(clean.url);
    return { ...link, url: clean.url, name, note: note(link.note) };
  });
  const library = arrange(
    { folders: folders.map((folder) => ({ ...folder, name: folderName(folder.name) })), links: readable },
    { keepsFolders: isJson },
  );
  return {
    library,
    leftOut: links.length - readable.length,
    equalFolders: folders.length - library.folders.length,
  };
}

function withoutTrash({ folders, links }: Snapshot): Snapshot {
  const visible = visibleFolders(folders);
  return {
    folders: folders.filter(({ key }) => visible.has(key)),
    links: links
      .filter(({ trashed }) => !trashed)
      .map((link) => ({ ...link, folders: link.folders.filter((folder) => visible.has(folder)) })),
  };
}

/** The folders outside of the trash that are not below a trashed folder either. */
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
