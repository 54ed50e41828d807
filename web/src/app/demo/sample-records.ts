import { NEW_FOLDER } from '@foldmark/library/changes/folder-create';
import { newLink } from '@foldmark/library/entities/new-link';
import { microsOf } from '@foldmark/library/entities/records';

import type { SampleLink } from '#web/features/import/sample-library.ts';
import type { ServerLibrary } from '#web/sync/memory-server/server-library.ts';

/** Fills an empty library with the sample. The links with a note are favorites. */
export function addSample(
  server: ServerLibrary,
  sample: Readonly<Record<string, readonly SampleLink[]>>,
): void {
  for (const [name, links] of Object.entries(sample)) {
    const folder_id = server.nextId();
    const created_at = server.nextVersion();
    const folder = { ...NEW_FOLDER, folder_id, name, created_at, updated_at: created_at };
    server.folders.put(String(folder_id), folder);
    for (const link of links) addLink(server, folder_id, link);
  }
}

function addLink(server: ServerLibrary, folder_id: number, { url, name, day, note = '' }: SampleLink): void {
  const link_id = server.nextId();
  const at = microsOf(new Date(day));
  const link = { ...newLink(link_id, url), name, note, created_at: at, updated_at: at };
  server.links.put(String(link_id), link);
  server.memberships.put(`${folder_id}_${link_id}`, {
    folder_link_id: server.nextId(),
    folder_id,
    link_id,
    updated_at: at,
  });
  if (note !== '')
    server.favorites.put(`link_${link_id}`, { object_type: 'link', object_id: link_id, updated_at: at });
}
