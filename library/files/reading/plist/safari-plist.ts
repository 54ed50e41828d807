import type { Collector } from '#library/files/reading/collect/collector.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import { FolderPath, walkTree } from '#library/files/reading/collect/folder-path.ts';
import type { JsonFormat, TextFormat } from '#library/files/reading/format.ts';
import { isRecord, type JsonRecord, recordsOf, textOf } from '#library/files/reading/collect/json-values.ts';
import { parseXmlPlist } from './plist-xml.ts';

const READING_LIST = 'com.apple.ReadingList';
/** Safari's own folders. An empty one is no folder of the user. */
const ROOT_NAMES = new Map([
  ['BookmarksBar', 'Favorites'],
  ['BookmarksMenu', 'Bookmarks Menu'],
  [READING_LIST, 'Reading List'],
]);
const OF_SYNC = [
  'WebBookmarkType',
  'WebBookmarkUUID',
  'Sync',
  'ReadingListNonSync',
  'imageURL',
  'WebBookmarkIdentifier',
];

/** Reads the value of Safari's `Bookmarks.plist`, which is binary on a Mac. */
export const SAFARI_PLIST: JsonFormat = {
  kind: 'safari-plist',
  matches: (value) => isRecord(value) && Array.isArray(value['Children']) && 'WebBookmarkType' in value,
  read: (value, collector) => {
    walkTree({ nodes: childrenOf(value), folder: FolderPath.top(collector) }, (node, parent) => {
      if (node['WebBookmarkType'] === 'WebBookmarkTypeLeaf' || 'URLString' in node)
        readLeaf(node, parent, collector);
      else if (node['WebBookmarkType'] !== 'WebBookmarkTypeProxy')
        return [{ nodes: childrenOf(node), folder: folderOf(node, parent) }];
      return [];
    });
    return 'Safari';
  },
};

/** Reads `Bookmarks.plist` in XML. */
export const SAFARI_XML: TextFormat = {
  kind: 'safari-plist',
  isMarkup: true,
  matches: (text) => /<plist[\s>]/i.test(text.slice(0, 10_000)) && text.includes('WebBookmarkType'),
  read: (text, collector) => {
    const { value, isWhole } = parseXmlPlist(text);
    if (!isWhole) collector.endsEarly();
    return SAFARI_PLIST.read(value, collector);
  },
};

function childrenOf(value: unknown): readonly JsonRecord[] {
  return isRecord(value) ? recordsOf(value['Children']) : [];
}

function folderOf(node: JsonRecord, parent: FolderPath): FolderPath {
  const title = textOf(node['Title']);
  const root = parent.isTop && title !== null ? ROOT_NAMES.get(title) : undefined;
  return root === undefined ? parent.madeChild(title) : parent.child(root);
}

function readLeaf(node: JsonRecord, parent: FolderPath, collector: Collector): void {
  const leaf = Fields.of(node);
  const names = Fields.of(leaf.get('URIDictionary'));
  const later = Fields.of(leaf.get('ReadingList'));
  collector.link({
    url: leaf.text('URLString'),
    title: names.text('title') ?? leaf.text('Title'),
    created: later.get('DateAdded'),
    folders: [parent.position()],
    unread: later.has('DateAdded') && !later.has('DateLastViewed'),
  });
  leaf.ignore(...OF_SYNC);
  later.ignore('DateLastFetched', 'DateLastViewed', 'imageURL');
  for (const fields of [leaf, later]) fields.tellUnused(collector);
}
