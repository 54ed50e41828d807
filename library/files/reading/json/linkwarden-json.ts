import { TOP } from '#library/files/library-file.ts';
import type { Collector } from '#library/files/reading/collect/collector.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import { collectFolders } from '#library/files/reading/collect/folder-lists.ts';
import type { JsonFormat } from '#library/files/reading/format.ts';
import {
  idOf,
  isRecord,
  listOf,
  textOf,
  type JsonRecord,
} from '#library/files/reading/collect/json-values.ts';

/** The record of a user with all collections. */
export const LINKWARDEN_JSON: JsonFormat = {
  kind: 'linkwarden-json',
  matches: (value) =>
    isRecord(value) &&
    Array.isArray(value['collections']) &&
    (Array.isArray(value['pinnedLinks']) ||
      value['collections'].some((collection) => isRecord(collection) && Array.isArray(collection['links']))),
  read: (value, collector) => {
    const user = isRecord(value) ? value : {};
    const collections = listOf(user['collections']).filter((collection) => isRecord(collection));
    const pins = new Map<string, JsonRecord>();
    for (const link of listOf(user['pinnedLinks'])) {
      const id = isRecord(link) ? idOf(link['id']) : null;
      if (isRecord(link) && id !== null) pins.set(id, link);
    }
    const ids = collections.map((collection, index) => idOf(collection['id']) ?? `at ${index}`);
    const positions = collectFolders(
      collections.map((collection, index) => ({
        id: ids[index] ?? '',
        parent: idOf(collection['parentId']),
        name: textOf(collection['name']) ?? '',
      })),
      collector,
    );
    const pinned = new Set(pins.keys());
    for (const [index, collection] of collections.entries()) {
      const folder = positions.get(ids[index] ?? '') ?? TOP;
      for (const link of listOf(collection['links'])) {
        const id = isRecord(link) ? idOf(link['id']) : null;
        readLink(link, folder, id !== null && pinned.has(id), collector);
        if (id !== null) pins.delete(id);
      }
    }
    // These are pinned in collections of other users.
    for (const link of pins.values()) if (textOf(link['url']) !== null) readLink(link, TOP, true, collector);
    return 'Linkwarden';
  },
};

/** An uploaded file has no url. */
function readLink(link: unknown, folder: number, favorite: boolean, collector: Collector): void {
  const entry = Fields.of(link);
  const url = entry.text('url');
  if (url === null) {
    collector.skip('not-a-link', '', entry.text('name'));
    return;
  }
  entry.collect(
    {
      url,
      title: entry.text('name'),
      created: entry.get('importDate') ?? entry.get('createdAt'),
      folders: [folder],
      tags: entry.tags('tags'),
      note: entry.text('description'),
      favorite,
    },
    collector,
  );
}
