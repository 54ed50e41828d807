import { TOP } from '#library/files/library-file.ts';
import type { Collector } from '#library/files/reading/collect/collector.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import { collectFolders } from '#library/files/reading/collect/folder-lists.ts';
import type { JsonFormat } from '#library/files/reading/format.ts';
import { idOf, isRecord, listOf, recordsOf, textOf } from '#library/files/reading/collect/json-values.ts';

/** Linkwarden's record of a user, with all collections. */
export const LINKWARDEN_JSON: JsonFormat = {
  kind: 'linkwarden-json',
  matches: (value) =>
    isRecord(value) &&
    Array.isArray(value['collections']) &&
    (Array.isArray(value['pinnedLinks']) ||
      value['collections'].some((collection) => isRecord(collection) && Array.isArray(collection['links']))),
  read: (value, collector) => {
    const user = isRecord(value) ? value : {};
    const collections = recordsOf(user['collections']).map((collection, index) => ({
      id: idOf(collection['id']) ?? `at ${index}`,
      parent: idOf(collection['parentId']),
      name: textOf(collection['name']) ?? '',
      links: listOf(collection['links']),
    }));
    const positions = collectFolders(collections, collector);
    const pins = new Map(recordsOf(user['pinnedLinks']).map((link) => [idOf(link['id']), link]));
    const pinned = new Set(pins.keys());
    for (const { id, links } of collections) {
      for (const link of links) {
        const linkId = isRecord(link) ? idOf(link['id']) : null;
        readLink(link, positions.get(id) ?? TOP, linkId !== null && pinned.has(linkId), collector);
        pins.delete(linkId);
      }
    }
    // The remaining pinned links are in collections of other users.
    for (const [id, link] of pins)
      if (id !== null && textOf(link['url']) !== null) readLink(link, TOP, true, collector);
    return 'Linkwarden';
  },
};

/** Reads a link. An uploaded file has no url. */
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
