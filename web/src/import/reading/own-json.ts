import type { Collector } from './collector.ts';
import { collectFolders, positionsOf } from './folder-lists.ts';
import type { JsonFormat } from './format.ts';
import { idOf, isRecord, isSet, listOf, textOf } from './json-values.ts';
import { Refusal } from './refusal.ts';

const VERSION = 1;

/** Foldmark's own backup. Two links of it can have the same url, so none are merged. */
export const OWN_JSON: JsonFormat = {
  kind: 'foldmark-json',
  matches: (value) => isRecord(value) && typeof value['foldmark'] === 'number',
  read: (value, collector) => {
    const file = isRecord(value) ? value : {};
    if (Number(file['foldmark']) > VERSION) {
      throw new Refusal(
        'not-recognised',
        'A newer version of Foldmark wrote this file. Update Foldmark: reload the page, then choose the file again.',
      );
    }
    const folders = listOf(file['folders']).filter((folder) => isRecord(folder));
    const positions = collectFolders(
      folders.map((folder, index) => ({
        id: idOf(folder['id']) ?? `at ${index}`,
        parent: idOf(folder['parent']),
        name: textOf(folder['name']) ?? '',
        favorite: isSet(folder['favorite']),
        trashed: isSet(folder['trashed']),
        exact: true,
      })),
      collector,
    );
    for (const link of listOf(file['links'])) readLink(link, positions, collector);
    return 'Foldmark';
  },
};

function readLink(link: unknown, positions: ReadonlyMap<string, number>, collector: Collector): void {
  if (!isRecord(link)) {
    collector.skip('not-a-link', '', textOf(link));
    return;
  }
  collector.link({
    url: textOf(link['url']),
    title: textOf(link['name']),
    created: link['created_at'],
    folders: positionsOf(listOf(link['folders']).map(idOf), positions),
    note: textOf(link['note']),
    favorite: isSet(link['favorite']),
    trashed: isSet(link['trashed']),
    distinct: true,
  });
}
