import type { Collector } from '#library/files/reading/collect/collector.ts';
import { columnName } from '#library/files/reading/csv/csv.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import { FolderPath, type TreeLevel, walkTree } from '#library/files/reading/collect/folder-path.ts';
import type { JsonFormat } from '#library/files/reading/format.ts';
import { folderById, type FolderIds, readFolderList } from './generic-folders.ts';
import { isRecord, type JsonRecord, textOf } from '#library/files/reading/collect/json-values.ts';
import { LOOSE_NAMES, looseEntry } from '#library/files/reading/collect/loose-entry.ts';

/** Keys of lists that say nothing about the content. A list with any other key becomes a folder of that name. */
const PLAIN = new Set(
  (
    'bookmarks,links,items,results,entries,urls,data,list,children,tabs,pages,cards,records,' +
    'folders,collections,lists,groups,categories'
  ).split(','),
);
/** Keys of lists in a link that are not values of the link itself. */
const CHILDREN = new Set(['children', 'items', 'bookmarks', 'links']);
const WEB_URL = /^\s*(?:https?|ftp):\/\/\S/i;

/** Lists of urls, or of objects with a url, also nested ones. Other JSON is refused, even if it contains urls somewhere. */
export const GENERIC_JSON: JsonFormat = {
  kind: 'json',
  matches: holdsLinks,
  read: (value, collector) => {
    const reader = new GenericReader(readFolderList(value, collector), collector);
    walkTree({ nodes: topNodes(value), folder: FolderPath.top(collector) }, (node, folder) =>
      reader.read(node, folder),
    );
    return 'JSON';
  },
};

/** Unless the file is a list, the whole value is one node. */
function topNodes(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [{ data: value }];
}

class GenericReader {
  readonly #folders: FolderIds;
  readonly #collector: Collector;
  readonly #nameOf = columnNames();

  constructor(folders: FolderIds, collector: Collector) {
    this.#folders = folders;
    this.#collector = collector;
  }

  /** Reads a node, and returns the lists inside of it. */
  read(node: unknown, folder: FolderPath): readonly TreeLevel<unknown>[] {
    if (Array.isArray(node) && node.some(isLinkish)) return [{ nodes: node, folder }];
    if (!isRecord(node)) {
      this.#text(textOf(node), folder);
      return [];
    }
    const entry = Fields.of(node, this.#nameOf);
    const lists = listsIn(node);
    const isFolder = lists.length > 0 && urlOf(entry) === null;
    const inner = isFolder ? this.#folderOf(entry, folder) : null;
    const title = inner === null ? this.#link(entry, folder) : null;
    const below = lists.filter(([key]) => isFolder || CHILDREN.has(this.#nameOf(key)));
    entry.ignore(...below.map(([key]) => this.#nameOf(key)));
    if (this.#folders.key !== null && isFolder) entry.ignore(this.#nameOf(this.#folders.key));
    entry.tellUnused(this.#collector);
    return below.map(([key, nodes]) => {
      const parent = inner ?? folder.child(title);
      return { nodes, folder: PLAIN.has(this.#nameOf(key)) ? parent : parent.child(key) };
    });
  }

  #text(text: string | null, folder: FolderPath): void {
    if (text === null || !WEB_URL.test(text)) this.#collector.skip('not-a-link', '', text);
    else this.#collector.link({ url: text, folders: [folder.position()] });
  }

  /** Reads a link, and returns its title. */
  #link(entry: Fields, folder: FolderPath): string | null {
    const byId = folderById(entry, this.#folders);
    const link = looseEntry(entry, this.#collector, byId === null ? undefined : []);
    const named = byId === null ? (link.folders ?? []) : [byId];
    this.#collector.link({ ...link, folders: [folder.position(), ...named] });
    return link.title ?? null;
  }

  #folderOf(entry: Fields, folder: FolderPath): FolderPath {
    const name = entry.takeText(LOOSE_NAMES.title);
    return name === null ? folder : folder.madeChild(name);
  }
}

function urlOf(entry: Fields): string | null {
  return entry.peek(LOOSE_NAMES.url, textOf);
}

/** The lists in an object that can contain links. A single object in the place of a list counts as a list. */
function listsIn(record: JsonRecord): readonly (readonly [key: string, list: readonly unknown[]])[] {
  return Object.entries(record).flatMap(([key, value]) => {
    const list = isRecord(value) && PLAIN.has(columnName(key)) ? [value] : value;
    return Array.isArray(list) && list.some(isLinkish) ? [[key, list] as const] : [];
  });
}

/** A web url, an object with one, or an object or list that contains lists. */
function isLinkish(value: unknown): boolean {
  if (typeof value === 'string') return WEB_URL.test(value);
  if (Array.isArray(value)) return value.some((one) => typeof one === 'object' || isLinkish(one));
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([key, one]) => {
    const name = columnName(key);
    if (typeof one === 'string') return LOOSE_NAMES.url.includes(name) && WEB_URL.test(one);
    return PLAIN.has(name) && typeof one === 'object' && one !== null;
  });
}

/** Whether `read` would find a web url. */
function holdsLinks(value: unknown): boolean {
  const open = [...topNodes(value)];
  for (let node = open.pop(); open.length > 0 || node !== undefined; node = open.pop()) {
    if (typeof node === 'string' && WEB_URL.test(node)) return true;
    if (Array.isArray(node)) for (const one of node) open.push(one);
    if (!isRecord(node)) continue;
    if (WEB_URL.test(urlOf(Fields.of(node, columnName)) ?? '')) return true;
    for (const [, list] of listsIn(node)) for (const one of list) open.push(one);
  }
  return false;
}

/** Caches the names, because files repeat their keys thousands of times. */
function columnNames(): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    const name = known.get(key) ?? columnName(key);
    if (known.size < 1000) known.set(key, name);
    return name;
  };
}
