import { Fields } from '#library/files/reading/collect/fields.ts';
import { FolderPath, walkTree } from '#library/files/reading/collect/folder-path.ts';
import type { JsonFormat } from '#library/files/reading/format.ts';
import type { JsonRecord } from '#library/files/reading/collect/json-values.ts';
import { firstText, isRecord, recordsOf, textOf } from '#library/files/reading/collect/json-values.ts';
import { parseJson } from './parse-json.ts';

/** The root whose content Chrome's own export puts at the top level. */
const OTHER = 'other';
const ROOTS = ['bookmark_bar', OTHER, 'synced'];
/** The trash of Vivaldi and Opera. */
const TRASH = 'trash';

/** The file `Bookmarks` of a profile of Chrome, Edge, Brave, Vivaldi or Opera. */
export const CHROME_JSON: JsonFormat = {
  kind: 'chrome-json',
  matches: (value) => isRecord(value) && isRecord(value['roots']) && rootsOf(value['roots']).length > 0,
  read: (value, collector) => {
    const roots = isRecord(value) && isRecord(value['roots']) ? value['roots'] : {};
    const top = FolderPath.top(collector);
    for (const [key, root] of rootsOf(roots)) {
      if (key === TRASH)
        collector.leftOut(recordsOf(root['children']).length, 'thing in the bin', 'things in the bin');
      else readRoot(root, key === OTHER ? top : top.child(textOf(root['name'])));
    }
    return 'Chrome';
  },
};

/**
 * The three known roots, and then other roots that are folders. Other values, such as `sync_transaction_version`, are no roots.
 */
function rootsOf(roots: JsonRecord): readonly (readonly [string, JsonRecord])[] {
  const others = Object.keys(roots).filter((key) => !ROOTS.includes(key));
  return [...ROOTS, ...others].flatMap((key) => {
    const root = Object.hasOwn(roots, key) ? roots[key] : undefined;
    return isRecord(root) && Array.isArray(root['children']) ? [[key, root] as const] : [];
  });
}

function readRoot(root: JsonRecord, folder: FolderPath): void {
  walkTree({ nodes: recordsOf(root['children']), folder }, (node, parent) => {
    if (node['type'] !== 'folder' && !Array.isArray(node['children'])) {
      readLink(Fields.of(node), parent);
      return [];
    }
    return [{ nodes: recordsOf(node['children']), folder: parent.madeChild(textOf(node['name'])) }];
  });
}

function readLink(link: Fields, folder: FolderPath): void {
  folder.collect(link, {
    url: link.text('url'),
    title: link.text('name'),
    created: link.get('date_added'),
    note: noteOf(link.get('meta_info')),
  });
}

/** The descriptions of Vivaldi, and the notes of extensions. In old files, the value is JSON text. */
function noteOf(info: unknown): string | null {
  const value = typeof info === 'string' ? parseJson(info)?.value : info;
  return isRecord(value)
    ? firstText(value['Description'], value['description'], value['notes'], value['note'])
    : null;
}
