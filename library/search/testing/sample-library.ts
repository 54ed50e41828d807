import { type FolderRecord, type LinkRecord, microsOf } from '#library/entities/records.ts';
import { STATUS_ACTIVE, STATUS_TRASHED } from '#library/entities/limits.ts';
import { newLink } from '#library/entities/new-link.ts';

import { Library } from '#library/memory/library.ts';

import { SAMPLE_LINKS, type SampleLink } from './samples.ts';

const TIMES = { created_at: 0, updated_at: 1 };

/** A library with the sample links, and with `folders` that contain no links. */
export function sampleLibrary(
  links: readonly SampleLink[] = SAMPLE_LINKS,
  folders: readonly string[] = [],
): Library {
  const library = new Library();
  const ids = new Map<string, number>();
  library.batch(() => {
    for (const path of folders) addFolder(library, ids, path);
    for (const link of links) addLink(library, ids, link);
  });
  return library;
}

function addLink(library: Library, ids: Map<string, number>, link: SampleLink): void {
  const { id: link_id, url, name, day, note, flags } = link;
  const record: LinkRecord = {
    ...newLink(link_id, url),
    name,
    note,
    status_id: flags.includes('T') ? STATUS_TRASHED : STATUS_ACTIVE,
    image_s3_key: flags.includes('I') ? `images/${link_id}` : '',
    created_at: microsOf(new Date(`${day}T12:00:00Z`)),
    updated_at: 1,
  };
  library.receive('links', [{ id: String(link_id), at: 1, record }]);
  for (const path of link.folders) {
    const folder_id = addFolder(library, ids, path);
    const membership = { folder_link_id: link_id * 1000 + folder_id, folder_id, link_id, updated_at: 1 };
    library.receive('folder_links', [{ id: `${folder_id}_${link_id}`, at: 1, record: membership }]);
  }
  if (!flags.includes('F')) return;
  const favorite = { object_id: link_id, object_type: 'link' as const, updated_at: 1 };
  library.receive('favorites', [{ id: `link_${link_id}`, at: 1, record: favorite }]);
}

/** Adds a folder and its ancestors, each once. */
function addFolder(library: Library, ids: Map<string, number>, path: string): number {
  const known = ids.get(path);
  if (known !== undefined) return known;
  const end = path.lastIndexOf(' > ');
  const parent_folder_id = end === -1 ? 0 : addFolder(library, ids, path.slice(0, end));
  const folder_id = ids.size + 1;
  ids.set(path, folder_id);
  const name = end === -1 ? path : path.slice(end + 3);
  const record: FolderRecord = {
    folder_id,
    name,
    status_id: STATUS_ACTIVE,
    parent_folder_id,
    image_s3_key: '',
    icon: '',
    ...TIMES,
  };
  library.receive('folders', [{ id: String(folder_id), at: 1, record }]);
  return folder_id;
}
