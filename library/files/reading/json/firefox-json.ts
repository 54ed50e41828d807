import type { Collector } from '#library/files/reading/collect/collector.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import { FolderPath, type TreeLevel, walkTree } from '#library/files/reading/collect/folder-path.ts';
import type { JsonFormat } from '#library/files/reading/format.ts';
import type { JsonRecord } from '#library/files/reading/collect/json-values.ts';
import { firstText, isRecord, recordsOf, textOf } from '#library/files/reading/collect/json-values.ts';

const CONTAINER = 'text/x-moz-place-container';
const SEPARATOR = 'text/x-moz-place-separator';
const TYPES = new Map<unknown, string>([
  [2, CONTAINER],
  [3, SEPARATOR],
]);
const DESCRIPTION = 'bookmarkProperties/description';
const FEED = 'livemark/feedURI';
const TAGS_ROOT = 'tagsFolder';
/** Roots whose content goes to the top level. */
const POURED_OUT = new Set(['placesRoot', 'bookmarksMenuFolder']);
/** Names for the roots that the file calls by internal names. */
const ROOT_NAMES = new Map<string, readonly [internal: string, name: string]>([
  ['toolbarFolder', ['toolbar', 'Bookmarks Toolbar']],
  ['unfiledBookmarksFolder', ['unfiled', 'Other Bookmarks']],
  ['mobileFolder', ['mobile', 'Mobile Bookmarks']],
]);

/** A backup of Firefox. */
export const FIREFOX_JSON: JsonFormat = {
  kind: 'firefox-json',
  matches: (value) => isRecord(value) && typeOf(value) === CONTAINER,
  read: (value, collector) => {
    if (isRecord(value)) new FirefoxReader(collector).read(value);
    return 'Firefox';
  },
};

/** The roots by id, for files without the field `root`. */
const ROOT_IDS = new Map([
  ['root________', 'placesRoot'],
  ['menu________', 'bookmarksMenuFolder'],
  ['toolbar_____', 'toolbarFolder'],
  ['unfiled_____', 'unfiledBookmarksFolder'],
  ['mobile______', 'mobileFolder'],
  ['tags________', TAGS_ROOT],
]);

class FirefoxReader {
  readonly #collector: Collector;
  #separators = 0;
  #descriptions = 0;

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  read(root: JsonRecord): void {
    walkTree({ nodes: [root], folder: FolderPath.top(this.#collector) }, (node, folder) =>
      this.#readNode(node, folder),
    );
    this.#collector.leftOut(this.#separators, 'separator', 'separators');
    this.#collector.leftOut(this.#descriptions, 'description of a folder', 'descriptions of folders');
  }

  #readNode(node: JsonRecord, folder: FolderPath): readonly TreeLevel<JsonRecord>[] {
    if (typeOf(node) === CONTAINER) return this.#contentOf(node, folder);
    if (typeOf(node) === SEPARATOR) this.#separators += 1;
    else readLink(Fields.of(node), folder);
    return [];
  }

  #contentOf(node: JsonRecord, parent: FolderPath): readonly TreeLevel<JsonRecord>[] {
    const root = firstText(node['root']) ?? ROOT_IDS.get(textOf(node['guid']) ?? '') ?? '';
    // The root of tags is skipped, because its links are in other folders too.
    if (root === TAGS_ROOT) return [];
    const feed = annotation(node['annos'], FEED);
    if (feed !== null) {
      this.#collector.skip('not-a-link', feed, textOf(node['title']));
      return [];
    }
    if (annotation(node['annos'], DESCRIPTION) !== null) this.#descriptions += 1;
    return [{ nodes: inOrder(node['children']), folder: this.#folderOf(node, root, parent) }];
  }

  #folderOf(node: JsonRecord, root: string, parent: FolderPath): FolderPath {
    if (POURED_OUT.has(root)) return FolderPath.top(this.#collector);
    const title = textOf(node['title']);
    const names = ROOT_NAMES.get(root);
    // An empty root is no folder of the user.
    if (names !== undefined)
      return parent.child(title === names[0] || title === null || title === '' ? names[1] : title);
    return parent.madeChild(title);
  }
}

function readLink(link: Fields, folder: FolderPath): void {
  folder.collect(link, {
    url: link.text('uri'),
    title: link.text('title'),
    created: link.get('dateAdded') ?? link.get('lastModified'),
    tags: link.text('tags')?.split(',') ?? [],
    note: annotation(link.get('annos'), DESCRIPTION),
  });
}

function typeOf(node: JsonRecord): unknown {
  return node['type'] ?? TYPES.get(node['typeCode']);
}

/** The children in the order of `index`, which can differ from the list. */
function inOrder(children: unknown): readonly JsonRecord[] {
  const nodes = recordsOf(children).map((node, place) => ({ node, place: indexOf(node) ?? place }));
  return nodes.toSorted((a, b) => a.place - b.place).map(({ node }) => node);
}

function indexOf({ index }: JsonRecord): number | null {
  return typeof index === 'number' && Number.isFinite(index) ? index : null;
}

function annotation(annotations: unknown, name: string): string | null {
  return firstText(recordsOf(annotations).find((one) => one['name'] === name)?.['value']);
}
