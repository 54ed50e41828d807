import type { Collector } from './collector.ts';
import { FolderPath } from './folder-path.ts';
import type { JsonFormat } from './format.ts';
import type { JsonRecord } from './json-values.ts';
import { firstText, isRecord, recordsOf, textOf } from './json-values.ts';
import { tellLeftOut } from './told.ts';

const CONTAINER = 'text/x-moz-place-container';
const SEPARATOR = 'text/x-moz-place-separator';
const TYPES = new Map<unknown, string>([
  [2, CONTAINER],
  [3, SEPARATOR],
]);
const DESCRIPTION = 'bookmarkProperties/description';
const FEED = 'livemark/feedURI';
const TAGS_ROOT = 'tagsFolder';
/** Roots whose content is at the top. */
const POURED_OUT = new Set(['placesRoot', 'bookmarksMenuFolder']);
/** Names of the roots that the file calls by internal ones. */
const ROOT_NAMES = new Map<string, readonly [internal: string, name: string]>([
  ['toolbarFolder', ['toolbar', 'Bookmarks Toolbar']],
  ['unfiledBookmarksFolder', ['unfiled', 'Other Bookmarks']],
  ['mobileFolder', ['mobile', 'Mobile Bookmarks']],
]);

/** A backup of Firefox. */
export const FIREFOX_JSON: JsonFormat = {
  kind: 'firefox-json',
  matches: (value) => isRecord(value) && isContainer(value),
  read: (value, collector) => {
    if (isRecord(value)) new FirefoxReader(collector).read(value);
    return 'Firefox';
  },
};

/** Roots by their ids, for files without the field `root`. */
const ROOT_IDS = new Map([
  ['root________', 'placesRoot'],
  ['menu________', 'bookmarksMenuFolder'],
  ['toolbar_____', 'toolbarFolder'],
  ['unfiled_____', 'unfiledBookmarksFolder'],
  ['mobile______', 'mobileFolder'],
  ['tags________', TAGS_ROOT],
]);

interface Level {
  readonly nodes: readonly JsonRecord[];
  next: number;
  readonly folder: FolderPath;
}

class FirefoxReader {
  readonly #collector: Collector;
  readonly #stack: Level[] = [];
  #separators = 0;
  #descriptions = 0;

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  /** Goes through the tree with a stack, because thousands of levels would exhaust that of JavaScript. */
  read(root: JsonRecord): void {
    this.#openContainer(root, FolderPath.top());
    for (let level = this.#stack.at(-1); level !== undefined; level = this.#stack.at(-1)) {
      const node = level.nodes[level.next];
      level.next += 1;
      if (node === undefined) this.#stack.pop();
      else this.#readNode(node, level.folder);
    }
    tellLeftOut(this.#collector, this.#separators, 'separator', 'separators');
    tellLeftOut(this.#collector, this.#descriptions, 'description of a folder', 'descriptions of folders');
  }

  #readNode(node: JsonRecord, folder: FolderPath): void {
    const type = node['type'] ?? TYPES.get(node['typeCode']);
    if (type === SEPARATOR) this.#separators += 1;
    else if (isContainer(node)) this.#openContainer(node, folder);
    else this.#link(node, folder);
  }

  #openContainer(node: JsonRecord, parent: FolderPath): void {
    const root = firstText(node['root']) ?? ROOT_IDS.get(textOf(node['guid']) ?? '') ?? '';
    // The links of tags are in other folders too.
    if (root === TAGS_ROOT) return;
    const feed = annotation(node, FEED);
    if (feed !== null) {
      this.#collector.skip('not-a-link', feed, textOf(node['title']));
      return;
    }
    if (annotation(node, DESCRIPTION) !== null) this.#descriptions += 1;
    this.#stack.push({
      nodes: inOrder(node['children']),
      next: 0,
      folder: this.#folderOf(node, root, parent),
    });
  }

  #folderOf(node: JsonRecord, root: string, parent: FolderPath): FolderPath {
    if (POURED_OUT.has(root)) return FolderPath.top();
    const title = textOf(node['title']);
    const names = ROOT_NAMES.get(root);
    // An empty root is no folder of the person.
    if (names !== undefined)
      return parent.child(title === names[0] || title === null || title === '' ? names[1] : title);
    const folder = parent.child(title);
    folder.position(this.#collector);
    return folder;
  }

  #link(node: JsonRecord, folder: FolderPath): void {
    this.#collector.link({
      url: textOf(node['uri']),
      title: textOf(node['title']),
      created: node['dateAdded'] ?? node['lastModified'],
      folders: folder.isTop ? [] : [folder.position(this.#collector)],
      tags: textOf(node['tags'])?.split(',') ?? [],
      note: annotation(node, DESCRIPTION),
    });
  }
}

function isContainer(node: JsonRecord): boolean {
  return (node['type'] ?? TYPES.get(node['typeCode'])) === CONTAINER;
}

/** The order of a folder is that of `index`, not of the list. */
function inOrder(children: unknown): readonly JsonRecord[] {
  const nodes = recordsOf(children).map((node, place) => ({ node, place: indexOf(node) ?? place }));
  return nodes.toSorted((a, b) => a.place - b.place).map(({ node }) => node);
}

function indexOf({ index }: JsonRecord): number | null {
  return typeof index === 'number' && Number.isFinite(index) ? index : null;
}

function annotation(node: JsonRecord, name: string): string | null {
  return firstText(recordsOf(node['annos']).find((one) => one['name'] === name)?.['value']);
}
