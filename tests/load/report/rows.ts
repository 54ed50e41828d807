/** The unit of a number, which also decides its format. */
export type Unit =
  | 'ms'
  | 'KB'
  | 'MB'
  | 'elements'
  | 'reads'
  | 'reads each'
  | 'requests'
  | 'round trips'
  | 'rows'
  | 'calls'
  | 'per s'
  | '%';

interface Row {
  readonly what: string;
  readonly unit: Unit;
  /** Karakeep 7ca5ee2: production build, SQLite, the same two cores, Chromium 156, loopback, medians. */
  readonly karakeep?: number;
  /** An upper limit. Rows without a goal explain those with one. */
  readonly goal?: number;
}

/**
 * All measurements, in the order of the table. A row's name begins with the part that fills it. Clocks run inside the
 * page, from the key press or the start of the navigation to the first frame that shows the result.
 */
export const ROWS = {
  'bytes/visitor': {
    what: 'script on the wire before the signed-out page is usable (gzip)',
    unit: 'KB',
    karakeep: 319,
    goal: 120,
  },
  'bytes/member': {
    what: 'script on the wire before the signed-in library is usable (gzip)',
    unit: 'KB',
    karakeep: 986,
    goal: 320,
  },
  'bytes/all': { what: '... and in total, with all preloaded scripts', unit: 'KB' },
  'warm/first': {
    what: 'first link visible, warm navigation, 10,000 links',
    unit: 'ms',
    karakeep: 205,
    goal: 200,
  },
  'warm/usable': { what: 'library usable, warm, 10,000 links', unit: 'ms', karakeep: 559, goal: 300 },
  'warm/first100': { what: 'first link visible, warm, 100,000 links', unit: 'ms' },
  'warm/usable100': { what: 'library usable, warm, 100,000 links', unit: 'ms' },
  'cold/first': {
    what: 'first link visible, in a browser that has stored only the session, 10,000 links',
    unit: 'ms',
    karakeep: 812,
    goal: 600,
  },
  'cold/usable': { what: '... and library usable', unit: 'ms', karakeep: 2064, goal: 700 },
  'cold/first100': { what: 'first link visible, cold, 100,000 links', unit: 'ms' },
  'cold/usable100': { what: 'library usable, cold, 100,000 links', unit: 'ms', goal: 2500 },
  'network/trips': {
    what: 'cold start, 10,000 links: round trips in a row before the first link',
    unit: 'round trips',
  },
  'network/requests': { what: '... requests until the library is usable', unit: 'requests' },
  'network/bytes': { what: '... bytes on the wire until then', unit: 'MB' },
  'network/coldFirst50': {
    what: 'first link visible, cold, 10,000 links, 50 ms round trips, 10 Mbit/s',
    unit: 'ms',
  },
  'network/coldUsable50': { what: '... library usable', unit: 'ms' },
  'network/warmFirst50': { what: '... first link visible, warm', unit: 'ms' },
  'network/warmUsable50': { what: '... library usable, warm', unit: 'ms' },
  'network/coldFirst150': {
    what: 'first link visible, cold, 10,000 links, 150 ms round trips, 10 Mbit/s',
    unit: 'ms',
  },
  'network/coldUsable150': { what: '... library usable', unit: 'ms' },
  'network/warmFirst150': { what: '... first link visible, warm', unit: 'ms' },
  'network/warmUsable150': { what: '... library usable, warm', unit: 'ms' },
  'add/here': {
    what: 'link added by url visible in the same tab',
    unit: 'ms',
    karakeep: 163,
    goal: 25,
  },
  'add/there': { what: '... and in a second tab (Karakeep: never within 30 s)', unit: 'ms', goal: 120 },
  'add/device': { what: '... and on a second device', unit: 'ms', goal: 120 },
  'add/here100': { what: 'link added by url, 100,000 links: visible in the same tab', unit: 'ms', goal: 25 },
  'add/there100': { what: '... and in a second tab', unit: 'ms', goal: 120 },
  'add/device100': { what: '... and on a second device', unit: 'ms', goal: 120 },
  'search/plain': { what: 'a key in a field that does nothing: main thread', unit: 'ms' },
  'search/first': { what: 'first key of a search, 10,000 links: main thread', unit: 'ms', goal: 16 },
  'search/busy': {
    what: '... one more key',
    unit: 'ms',
    karakeep: 159,
    goal: 16,
  },
  'search/firstTask': { what: '... longest task of a first key, processor time', unit: 'ms', goal: 16 },
  'search/task': { what: '... of one more key', unit: 'ms', goal: 16 },
  'search/shown': { what: '... until the matches are visible', unit: 'ms', goal: 20 },
  'search/first100': { what: 'first key of a search, 100,000 links: main thread', unit: 'ms', goal: 40 },
  'search/busy100': { what: '... one more key', unit: 'ms', goal: 40 },
  'search/firstTask100': { what: '... longest task of a first key, processor time', unit: 'ms', goal: 40 },
  'search/task100': { what: '... of one more key', unit: 'ms', goal: 40 },
  'search/shown100': { what: '... until the matches are visible', unit: 'ms', goal: 45 },
  'sort/shown100': { what: '100,000 links in another order, first time: visible', unit: 'ms', goal: 100 },
  'sort/task100': { what: '... longest task, processor time', unit: 'ms' },
  'quickOpen/busy100': { what: 'a key in quick open, 100,000 links: main thread', unit: 'ms', goal: 16 },
  'quickOpen/task100': { what: '... longest task, processor time', unit: 'ms', goal: 16 },
  'picker/open': { what: 'folders of a link, 5,000 folders: visible', unit: 'ms', goal: 150 },
  'picker/elements': { what: '... elements in the page', unit: 'elements', goal: 1500 },
  'picker/busy': { what: '... a key in the filter: main thread', unit: 'ms', goal: 30 },
  'picker/task': { what: '... longest task, processor time', unit: 'ms', goal: 30 },
  'scroll/time': {
    what: 'scroll to the end of 10,000 (Karakeep: not done after 562 s)',
    unit: 'ms',
    goal: 2000,
  },
  'scroll/elements': {
    what: '... elements in the page (Karakeep: 189,744 at 3,840 links)',
    unit: 'elements',
    goal: 3000,
  },
  'scroll/heap': { what: '... heap in use (Karakeep: 690 MB at 3,840 links)', unit: 'MB', goal: 80 },
  'scroll/time100': { what: 'scroll to the end of 100,000', unit: 'ms' },
  'scroll/elements100': { what: '... elements in the page', unit: 'elements', goal: 3000 },
  'scroll/heap100': { what: '... heap in use', unit: 'MB', goal: 90 },
  'scroll/cardTask100': {
    what: 'scroll to the end of 100,000 cards: longest task, processor time',
    unit: 'ms',
    goal: 50,
  },
  'scroll/cardElements100': { what: '... elements in the page', unit: 'elements', goal: 1500 },
  'scroll/stored100': { what: '... IndexedDB', unit: 'MB', goal: 15 },
  'bill/cold': { what: 'cold start, 10,000 links: billed reads', unit: 'reads', goal: 10 },
  'bill/bytes': { what: '... and bytes of all responses', unit: 'MB', goal: 1.2 },
  'bill/cold100': { what: 'cold start, 100,000 links: billed reads', unit: 'reads', goal: 20 },
  'bill/warm': { what: 'warm start, 10,000 links: billed reads', unit: 'reads', goal: 5 },
  'bill/edit': {
    what: 'one edit with the library open in 2 tabs: billed reads, including 1 of the handler',
    unit: 'reads',
    goal: 5,
  },
  'feed/reads': {
    what: '420 links added elsewhere in 10 s: billed reads per link and listening tab',
    unit: 'reads each',
    goal: 1,
  },
  'feed/calls': { what: '... calls of the API from 2 listening tabs', unit: 'calls' },
  'feed/task': {
    what: '... longest task of a listening tab, processor time',
    unit: 'ms',
    goal: 100,
  },
  'feed/readsBulk': {
    what: '10,000 links added elsewhere in commits of 250: billed reads per link and listening tab',
    unit: 'reads each',
    goal: 1,
  },
  'feed/taskBulk': {
    what: '... longest task of a listening tab, processor time',
    unit: 'ms',
    goal: 100,
  },
  'feed/clockBulk': { what: '... the same by the clock', unit: 'ms' },
  'feed/readsTrash': {
    what: '10,000 links moved to the trash elsewhere: billed reads per link and listening tab',
    unit: 'reads each',
    goal: 1,
  },
  'feed/taskTrash': {
    what: '... longest task of a listening tab, processor time',
    unit: 'ms',
    goal: 100,
  },
  'feed/clockTrash': { what: '... the same by the clock', unit: 'ms' },
  'trash/seen': {
    what: '10,000 selected links moved to the trash, until they are gone from the list',
    unit: 'ms',
    goal: 100,
  },
  'trash/done': { what: '... until the server has stored all', unit: 'ms', goal: 15_000 },
  'trash/calls': { what: '... calls of the API', unit: 'calls', goal: 40 },
  'trash/task': {
    what: '... longest task of this tab and of another device, processor time',
    unit: 'ms',
    goal: 100,
  },
  'trash/clock': { what: '... the same by the clock', unit: 'ms' },
  'change/rows': { what: 'rows that render when one link of 10,000 changes', unit: 'rows', goal: 1 },
  'change/touched': { what: '... rows whose elements change', unit: 'rows', goal: 1 },
  'change/growth': { what: 'heap growth by 200 changes', unit: '%', goal: 10 },
  'firestore/start': { what: 'embedded Firestore: start to first answer', unit: 'ms', goal: 500 },
  'firestore/snapshot': {
    what: 'embedded Firestore: first snapshot of 10,000 documents',
    unit: 'ms',
    goal: 1500,
  },
  'firestore/import': { what: 'embedded Firestore: start with the demo library to import', unit: 'ms' },
  'firestore/import100': { what: 'embedded Firestore: start with 120,000 documents to import', unit: 'ms' },
  'api/health': { what: 'API: calls without a token, 50 connections', unit: 'per s' },
  'api/read': { what: 'API: /links/get/, 50 connections', unit: 'per s' },
  'api/readLatency': { what: '... latency, median', unit: 'ms' },
  'api/readTail': { what: '... latency, 99th percentile', unit: 'ms' },
  'api/write': { what: 'API: /links/update/, 50 connections', unit: 'per s' },
  'api/writeLatency': { what: '... latency, median', unit: 'ms' },
  'api/writeTail': { what: '... latency, 99th percentile', unit: 'ms' },
  'soak/edits': { what: 'soak: edits in 3 tabs', unit: 'per s' },
  'soak/heap': { what: '... heap of a tab at the end', unit: 'MB' },
  'soak/growth': { what: '... growth since the first tenth', unit: '%', goal: 10 },
  'soak/objects': { what: '... the same without compiled code', unit: '%' },
  'soak/elements': { what: '... elements in the page at the end', unit: 'elements', goal: 3000 },
} as const satisfies Record<string, Row>;

export type RowName = keyof typeof ROWS;

export function rowOf(name: RowName): Row {
  return ROWS[name];
}

export const ROW_NAMES: readonly RowName[] = Object.keys(ROWS).filter(isRowName);

function isRowName(name: string): name is RowName {
  return Object.hasOwn(ROWS, name);
}
