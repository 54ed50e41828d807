import type { Collector } from '#library/files/reading/collect/collector.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import { FolderPath, walkTree } from '#library/files/reading/collect/folder-path.ts';
import type { JsonFormat } from '#library/files/reading/format.ts';
import {
  firstText,
  isRecord,
  type JsonRecord,
  listOf,
  recordsOf,
  textOf,
} from '#library/files/reading/collect/json-values.ts';

/** Fields about the state of a tab in its window. */
const OF_TABS = ['savedMuteStatus', 'timeLastActiveAt', 'savedTitle', 'customInfo'];

/**
 * Arc's `StorableSidebar.json`. Each space becomes a folder with its pinned tabs and folders, and the favorites become one too.
 */
export const ARC_JSON: JsonFormat = {
  kind: 'arc-json',
  matches: (value) =>
    containersOf(value).some(({ items, spaces }) => Array.isArray(items) && Array.isArray(spaces)),
  read: (value, collector) => {
    for (const container of containersOf(value)) new ArcReader(container, collector).read();
    return 'Arc';
  },
};

function containersOf(value: unknown): readonly JsonRecord[] {
  const sidebar = isRecord(value) ? value['sidebar'] : null;
  return isRecord(sidebar) ? recordsOf(sidebar['containers']) : [];
}

class ArcReader {
  readonly #container: JsonRecord;
  readonly #collector: Collector;
  /** In one list, Arc writes the id of each item and then the item. Each item is read once, so that a cycle ends. */
  readonly #items: Map<string, JsonRecord>;

  constructor(container: JsonRecord, collector: Collector) {
    this.#container = container;
    this.#collector = collector;
    this.#items = new Map(recordsOf(container['items']).map((item) => [textOf(item['id']) ?? '', item]));
  }

  read(): void {
    const favorites = listOf(this.#container['topAppsContainerIDs']).flatMap((id) => textOf(id) ?? []);
    const top = FolderPath.top(this.#collector);
    this.#readAll(favorites, top.child('Favorites'));
    const open: string[] = [];
    for (const space of recordsOf(this.#container['spaces'])) {
      const { pinned, unpinned } = sectionsOf(space);
      this.#readAll(pinned, top.child(textOf(space['title']) ?? 'Space'));
      open.push(...unpinned);
    }
    const unpinned = open.reduce((sum, id) => sum + listOf(this.#items.get(id)?.['childrenIds']).length, 0);
    this.#collector.leftOut(unpinned, 'open tab that is not pinned', 'open tabs that are not pinned');
  }

  #readAll(ids: readonly string[], folder: FolderPath): void {
    walkTree({ nodes: ids, folder }, (id, parent) => {
      const item = this.#items.get(id);
      this.#items.delete(id);
      if (item === undefined) return [];
      const data = isRecord(item['data']) ? item['data'] : {};
      if (isRecord(data['tab'])) readTab(item, Fields.of(data['tab']), parent);
      const nodes = listOf(item['childrenIds']).flatMap((child) => textOf(child) ?? []);
      // The container of a space has no name.
      const isUnnamed = isRecord(data['itemContainer']) || isRecord(data['tab']);
      return [{ nodes, folder: isUnnamed ? parent : parent.madeChild(nameOf(item, data)) }];
    });
  }
}

function readTab(item: JsonRecord, tab: Fields, folder: FolderPath): void {
  tab.ignore(...OF_TABS);
  folder.collect(tab, {
    url: tab.text('savedURL'),
    title: firstText(item['title'], tab.get('savedTitle')),
    // Seconds since 2001.
    created: sinceUnix(item['createdAt']),
  });
}

function nameOf(item: JsonRecord, data: JsonRecord): string {
  return firstText(item['title']) ?? (isRecord(data['splitView']) ? 'Split view' : '');
}

/**
 * The ids of pinned and of unpinned items. Arc writes a marker before the ids: `{"pinned": {}}` or `{"unpinned": {}}`, or in
 * older files just the word.
 */
function sectionsOf(space: JsonRecord): { readonly pinned: string[]; readonly unpinned: string[] } {
  const sections: Record<'pinned' | 'unpinned', string[]> = { pinned: [], unpinned: [] };
  let isPinned = true;
  const newer = listOf(space['newContainerIDs']);
  for (const value of newer.length > 0 ? newer : listOf(space['containerIDs'])) {
    if (isRecord(value)) isPinned = 'pinned' in value;
    else if (value === 'pinned' || value === 'unpinned') isPinned = value === 'pinned';
    else if (typeof value === 'string') sections[isPinned ? 'pinned' : 'unpinned'].push(value);
  }
  return sections;
}

const SECONDS_TO_2001 = 978_307_200;

function sinceUnix(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? value + SECONDS_TO_2001 : null;
}
