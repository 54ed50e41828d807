const HEAD_LENGTH = 65_536;

/** Products that write their name into the title or the heading of the file. */
const NAMED = [
  'Raindrop.io',
  'Pinboard',
  'Pearltrees',
  'Shaarli',
  'Delicious',
  'Diigo',
  'LinkAce',
  'Linkace',
  'Foldmark',
  'Karakeep',
  'Hoarder',
  'linkding',
  'Shiori',
  'Netvibes',
  'Google Bookmarks',
];

/** Signs of the products that call their file "Bookmarks". Stronger signs come first. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/com\.apple\.|<[Hh]3[^<>]*\sFOLDED|<Title>/, 'Safari'],
  [
    /unfiled_bookmarks_folder|fake-favicon-uri:|Content-Security-Policy|<h1>bookmarks menu|last_charset=/i,
    'Firefox',
  ],
  [/personal_toolbar_folder="true">fav/i, 'Edge'],
  [/\[linkding-notes\]|\n\r<dt>/i, 'linkding'],
  [
    /personal_toolbar_folder|<!-- This is an automatically generated file\.\r?\n {5}It will be read/i,
    'Chrome',
  ],
];

/** Guesses the product that wrote a Netscape file. The name is only shown, except for the quirks of Raindrop. */
export function netscapeSource(text: string): string {
  const head = text.slice(0, HEAD_LENGTH);
  const [title = ''] = /<title>[^<]{0,200}|<h1>[^<]{0,200}/i.exec(head) ?? [];
  const heading = /<h1[^<>]*>([^<]{0,200})/i.exec(head)?.[1] ?? '';
  const named = NAMED.find((name) => `${title} ${heading}`.toLowerCase().includes(name.toLowerCase()));
  if (named !== undefined) return named;
  return SIGNS.find(([sign]) => sign.test(head))?.[1] ?? 'a browser';
}
