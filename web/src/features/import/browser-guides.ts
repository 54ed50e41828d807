export interface BrowserGuide {
  readonly id: string;
  readonly name: string;
  readonly steps: readonly string[];
}

/** How to get the file, in the words of each browser's menus. */
export const BROWSER_GUIDES: readonly BrowserGuide[] = [
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

/** The guide of the browser with this user agent. */
export function guideOf(userAgent: string): string {
  return MARKS.find(([mark]) => userAgent.includes(mark))?.[1] ?? 'chrome';
}
