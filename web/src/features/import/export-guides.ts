interface ExportGuide {
  readonly id: string;
  readonly name: string;
  readonly steps: readonly string[];
}

/** How to get the file, in the words of each product's menus. */
export const EXPORT_GUIDES: readonly ExportGuide[] = [
  {
    id: 'chrome',
    name: 'Chrome',
    steps: [
      'In Chrome on a computer, open the menu ⋮ and choose Bookmarks and lists, then Bookmark Manager.',
      'In the bookmark manager, open the menu ⋮ at the top right and choose Export bookmarks.',
      'Save the file, then choose it here.',
    ],
  },
  {
    id: 'edge',
    name: 'Edge',
    steps: [
      'In Edge on a computer, open the menu … and choose Favorites.',
      'In the list of favorites, open the menu … and choose Export favorites.',
      'Save the file, then choose it here.',
    ],
  },
  {
    id: 'firefox',
    name: 'Firefox',
    steps: [
      'In Firefox on a computer, open the menu ☰ and choose Bookmarks, then Manage bookmarks.',
      'In the library, open Import and Backup and choose Export Bookmarks to HTML.',
      'Save the file, then choose it here. A backup of Firefox (.json or .jsonlz4) works too.',
    ],
  },
  {
    id: 'safari',
    name: 'Safari',
    steps: [
      'On a Mac, open the menu File and choose Export Browsing Data to File, or Export, then Bookmarks in older versions.',
      'Choose only Bookmarks, and save the file.',
      'Choose the zip or html file here. Bookmarks.plist works too. On iPhone and iPad: Settings, Apps, Safari, Export.',
    ],
  },
  {
    id: 'raindrop',
    name: 'Raindrop.io',
    steps: [
      'In Raindrop.io, open Settings, then Backups.',
      'Choose Create new, and download the backup as HTML or CSV when it is ready.',
      'Choose the file here.',
    ],
  },
  {
    id: 'pocket',
    name: 'Pocket',
    steps: [
      'Pocket has closed. If you have exported your saves, you have a zip file, or CSV files that were in one.',
      'Choose the zip file here, or each CSV file one after the other.',
    ],
  },
  {
    id: 'pinboard',
    name: 'Pinboard',
    steps: [
      'On pinboard.in, open settings, then backup.',
      'Choose JSON, which keeps the most, or HTML.',
      'Save the file, then choose it here.',
    ],
  },
  {
    id: 'instapaper',
    name: 'Instapaper',
    steps: [
      'On instapaper.com, open Settings.',
      'Under Export, choose Download .CSV file.',
      'Choose the file here.',
    ],
  },
  {
    id: 'linkwarden',
    name: 'Linkwarden',
    steps: [
      'In Linkwarden, open Settings, then Account.',
      'Under Import & Export Data, choose Export Data.',
      'Choose the JSON file here.',
    ],
  },
];

export const OTHER_SOURCES =
  'Raindrop, Pocket, Pinboard, Karakeep, Linkwarden, linkding, LinkAce, Diigo, Instapaper, Omnivore, Readwise, Readeck, Matter, GoodLinks, Anybox, Grimoire, wallabag, Shaarli, Shiori and buku exports, Toby, Session Buddy and Tab Session Manager, the sidebar of Arc (StorableSidebar.json), backups of browser extensions, XBEL, OPML, Org, markdown, any JSON with links, tables with a column of links, plain lists of links, and what Foldmark itself has exported.';

const MARKS = [
  ['Edg', 'edge'],
  ['Firefox', 'firefox'],
  ['FxiOS', 'firefox'],
  ['Chrome', 'chrome'],
  ['CriOS', 'chrome'],
  ['Safari', 'safari'],
] as const;

const HASH = '#import-from-';

/** The fragment of the import page that opens a guide. */
export function guideHash(id: string): string {
  return `${HASH}${id}`;
}

export function isGuideHash(hash: string): boolean {
  return hash.startsWith(HASH);
}

/** The guide to open: that of the fragment, or that of the browser with this user agent. */
export function guideOf(hash: string, userAgent: string): string {
  const linked = EXPORT_GUIDES.find(({ id }) => guideHash(id) === hash);
  if (linked !== undefined) return linked.id;
  return MARKS.find(([mark]) => userAgent.includes(mark))?.[1] ?? 'chrome';
}
