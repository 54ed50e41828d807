import { Fields } from '#library/files/reading/collect/fields.ts';
import { FolderPath } from '#library/files/reading/collect/folder-path.ts';
import type { JsonFormat } from '#library/files/reading/format.ts';
import {
  isRecord,
  type JsonRecord,
  listOf,
  recordsOf,
  tagNames,
  textOf,
} from '#library/files/reading/collect/json-values.ts';

/**
 * A collection or session of an extension that saves tabs. It becomes a folder, and each of its windows does too if it has
 * several.
 */

interface TabGroup {
  readonly name: string | null;
  /** The windows, each with a name and a list of tabs. */
  readonly windows: readonly { readonly name: string | null; readonly tabs: readonly unknown[] }[];
  readonly created?: unknown;
  readonly tags?: readonly string[];
}

/** Session Buddy's collections and saved sessions. Its history of windows is no library. */
export const SESSION_BUDDY_JSON: JsonFormat = {
  kind: 'session-buddy-json',
  matches: (value) =>
    isRecord(value) &&
    (isText(value['format'], /^nxs\./) ||
      recordsOf(value['sessions']).some((session) => Array.isArray(session['windows'])) ||
      recordsOf(value['collections']).some((one) =>
        recordsOf(one['folders']).some((folder) => Array.isArray(folder['links'])),
      )),
  read: (value, collector) => {
    const file = Fields.of(value);
    const top = FolderPath.top(collector);
    const sessions = recordsOf(file.get('sessions'));
    const saved = sessions.filter(
      ({ type }) => type === undefined || type === 'saved' || type === 'collection',
    );
    for (const collection of recordsOf(file.get('collections'))) {
      const windows = recordsOf(collection['folders']).map((folder) => ({
        name: textOf(folder['title']),
        tabs: listOf(folder['links']),
      }));
      readGroup({ name: textOf(collection['title']), windows, created: collection['created'] }, top);
    }
    for (const session of saved) readGroup(sessionGroup(session), top);
    const left = recordsOf(file.get('history')).length + sessions.length - saved.length;
    collector.leftOut(left, 'session of the history', 'sessions of the history');
    file.ignore('format', 'created', 'schema', 'app');
    file.tellUnused(collector);
    return 'Session Buddy';
  },
};

function sessionGroup(session: JsonRecord): TabGroup {
  return {
    name: textOf(session['name']) ?? textOf(session['title']),
    windows: recordsOf(session['windows']).map((window) => ({
      name: textOf(window['title']),
      tabs: listOf(window['tabs']),
    })),
    created: session['created'],
  };
}

/** Tab Session Manager's list of sessions. The keys of windows and tabs are their ids. */
export const TAB_SESSION_MANAGER_JSON: JsonFormat = {
  kind: 'tab-session-manager-json',
  matches: (value) =>
    recordsOf(value).some(
      ({ windows, ...session }) =>
        isRecord(windows) &&
        ('tabsNumber' in session || 'sessionStartTime' in session || 'windowsNumber' in session),
    ),
  read: (value, collector) => {
    for (const session of listOf(value)) {
      if (!isRecord(session)) {
        collector.skip('not-a-link', '', textOf(session));
        continue;
      }
      const { name, date, tag, windows } = session;
      const lists = recordsOf(Object.values(isRecord(windows) ? windows : {}));
      readGroup(
        {
          name: textOf(name),
          windows: lists.map((tabs) => ({
            name: null,
            tabs: recordsOf(Object.values(tabs)).toSorted(byIndex),
          })),
          created: date,
          tags: tagNames(tag),
        },
        FolderPath.top(collector),
      );
    }
    return 'Tab Session Manager';
  },
};

function byIndex(left: JsonRecord, right: JsonRecord): number {
  return Number(left['index'] ?? 0) - Number(right['index'] ?? 0);
}

/** Toby's lists of cards, which newer files have in groups. The labels of a list are tags of its cards. */
export const TOBY_JSON: JsonFormat = {
  kind: 'toby-json',
  matches: (value) =>
    isRecord(value) &&
    [value, ...recordsOf(value['groups'])].some((one) =>
      recordsOf(one['lists']).some((list) => Array.isArray(list['cards'])),
    ),
  read: (value, collector) => {
    const file = isRecord(value) ? value : {};
    const top = FolderPath.top(collector);
    readLists(file, top);
    for (const group of recordsOf(file['groups']))
      readLists(group, top.child(textOf(group['name']) ?? textOf(group['title'])));
    return 'Toby';
  },
};

function readLists(group: JsonRecord, parent: FolderPath): void {
  for (const list of recordsOf(group['lists'])) {
    const windows = [{ name: null, tabs: listOf(list['cards']) }];
    readGroup({ name: textOf(list['title']), windows, tags: tagNames(list['labels']) }, parent);
  }
}

function readGroup(group: TabGroup, parent: FolderPath): void {
  const folder = parent.madeChild(group.name);
  for (const [index, { name, tabs }] of group.windows.entries()) {
    const inner = group.windows.length === 1 ? folder : folder.child(name ?? `Window ${index + 1}`);
    for (const value of tabs) {
      const tab = Fields.of(value);
      tab.ignore(...OF_WINDOW);
      inner.collect(tab, {
        url: tab.text('url'),
        title: tab.takeText(['customTitle', 'title', 'name']),
        created: tab.take(['created', 'createdAt'], (one) => one) ?? group.created,
        tags: [...(group.tags ?? []), ...tab.tags('tags')],
        note: tab.takeText(['customDescription', 'description', 'note']),
      });
    }
  }
}

/** Fields about the state of a tab in its window. */
const OF_WINDOW = (
  'active,audible,autoDiscardable,discarded,height,hidden,highlighted,incognito,lastAccessed,mutedInfo,pinned,selected,status,width,' +
  'cookieStoreId,isArticle,isInReaderMode,sharingState,attention,successorTabId,frozen,splitViewId,groupId,favIconUrl,favIconURL'
).split(',');

function isText(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}
