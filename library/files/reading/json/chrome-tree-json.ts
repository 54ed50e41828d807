import { Fields } from '#library/files/reading/collect/fields.ts';
import { FolderPath, walkTree } from '#library/files/reading/collect/folder-path.ts';
import type { JsonFormat } from '#library/files/reading/format.ts';
import { type JsonRecord, recordsOf, textOf } from '#library/files/reading/collect/json-values.ts';

/** The ids whose content goes to the top level: the root, Chrome's "Other bookmarks", and Firefox's menu. */
const POURED_OUT = new Set(['0', 'root________', 'menu________']);
const SIGNS = ['parentId', 'dateGroupModified', 'dateAdded', 'unmodifiable', 'folderType'];

/** The result of `chrome.bookmarks.getTree()`, which many extensions save as a backup. */
export const CHROME_TREE_JSON: JsonFormat = {
  kind: 'chrome-tree-json',
  matches: (value) => rootsOf(value).some(isRoot),
  read: (value, collector) => {
    let separators = 0;
    walkTree({ nodes: rootsOf(value), folder: FolderPath.top(collector) }, (node, parent) => {
      if (node['type'] === 'separator') separators += 1;
      else if (!Array.isArray(node['children'])) readLeaf(Fields.of(node), parent);
      else return [{ nodes: recordsOf(node['children']), folder: folderOf(node, parent) }];
      return [];
    });
    collector.leftOut(separators, 'separator', 'separators');
    return 'a browser extension';
  },
};

function rootsOf(value: unknown): readonly JsonRecord[] {
  return recordsOf(Array.isArray(value) ? value : [value]);
}

function isRoot(node: JsonRecord): boolean {
  if (!Array.isArray(node['children']) || typeof node['id'] !== 'string') return false;
  return [node, ...recordsOf(node['children'])].some(
    (one) => typeof one['title'] === 'string' && SIGNS.some((sign) => Object.hasOwn(one, sign)),
  );
}

/** A folder without children has neither a list of them nor a url. */
function readLeaf(node: Fields, parent: FolderPath): void {
  if (!node.has('url')) {
    parent.madeChild(node.text('title'));
    return;
  }
  node.ignore('syncing', 'unmodifiable');
  parent.collect(node, {
    url: node.text('url'),
    title: node.text('title'),
    created: node.get('dateAdded'),
  });
}

function folderOf(node: JsonRecord, parent: FolderPath): FolderPath {
  const id = textOf(node['id']) ?? '';
  const isOther = node['folderType'] === 'other' || (id === '2' && node['parentId'] === '0');
  if (POURED_OUT.has(id) || isOther) return parent;
  const title = textOf(node['title']);
  // An empty root of a browser is no folder of the user.
  return POURED_OUT.has(textOf(node['parentId']) ?? '') ? parent.child(title) : parent.madeChild(title);
}
