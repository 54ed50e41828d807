export interface SampleLink {
  readonly url: string;
  readonly name: string;
  /** The day it was saved. */
  readonly day: string;
  readonly note?: string;
}

/** The links of the sample library, by folder. The demo shows them too. */
export const SAMPLE_FOLDERS: Readonly<Record<string, readonly SampleLink[]>> = {
  Cooking: [
    {
      url: 'https://www.kingarthurbaking.com/recipes/sourdough-starter-recipe',
      name: 'Sourdough Starter Recipe',
      day: '2024-02-11',
      note: 'Feed it twice a day in the first week.',
    },
    { url: 'https://www.seriouseats.com/the-food-lab', name: 'The Food Lab', day: '2023-11-05' },
    {
      url: 'https://www.budgetbytes.com/',
      name: 'Budget Bytes: Tasty Recipes for Small Budgets',
      day: '2025-06-19',
    },
    {
      url: 'https://en.wikipedia.org/wiki/Maillard_reaction',
      name: 'Maillard reaction - Wikipedia',
      day: '2025-01-30',
    },
  ],
  Travel: [
    { url: 'https://www.seat61.com/', name: 'The Man in Seat 61: train travel worldwide', day: '2024-07-02' },
    {
      url: 'https://en.wikivoyage.org/wiki/Lisbon',
      name: 'Lisbon - Wikivoyage',
      day: '2025-03-14',
      note: 'For the long weekend in May.',
    },
    { url: 'https://www.openstreetmap.org/', name: 'OpenStreetMap', day: '2022-09-21' },
    {
      url: 'https://www.timeanddate.com/worldclock/meeting.html',
      name: 'World Clock Meeting Planner',
      day: '2023-04-18',
    },
  ],
  Design: [
    { url: 'https://fonts.google.com/specimen/Inter', name: 'Inter - Google Fonts', day: '2023-08-09' },
    { url: 'https://www.typewolf.com/', name: "Typewolf: What's Trending in Type", day: '2024-10-27' },
    { url: 'https://oklch.com/', name: 'OKLCH Color Picker & Converter', day: '2025-09-03' },
    { url: 'https://publicdomainreview.org/', name: 'The Public Domain Review', day: '2022-12-12' },
  ],
  'Web development': [
    {
      url: 'https://developer.mozilla.org/en-US/docs/Web/CSS/CSS_grid_layout',
      name: 'CSS grid layout - MDN',
      day: '2023-02-22',
      note: 'The page about subgrid is the best explanation.',
    },
    { url: 'https://web.dev/learn/css', name: 'Learn CSS - web.dev', day: '2024-05-16' },
    {
      url: 'https://caniuse.com/',
      name: 'Can I use... Support tables for HTML5, CSS3, etc',
      day: '2022-06-30',
    },
    {
      url: 'https://www.typescriptlang.org/docs/handbook/intro.html',
      name: 'The TypeScript Handbook',
      day: '2023-05-25',
    },
    { url: 'https://sqlite.org/lang.html', name: 'SQL As Understood By SQLite', day: '2025-02-08' },
  ],
  'Read later': [
    {
      url: 'https://www.gutenberg.org/ebooks/1342',
      name: 'Pride and Prejudice - Project Gutenberg',
      day: '2025-10-12',
    },
    { url: 'https://longform.org/', name: 'Longform', day: '2024-01-19' },
    { url: 'https://aeon.co/essays', name: 'Essays - Aeon', day: '2025-11-02' },
    { url: 'https://xkcd.com/927/', name: 'xkcd: Standards', day: '2022-03-04' },
    // Likely the same as the one in Web development.
    { url: 'http://caniuse.com/', name: 'Can I use', day: '2025-08-21' },
  ],
};

/** A small library to look around in: a bookmark file, so that it is imported like any other. */
export const SAMPLE_LIBRARY = [
  '<!DOCTYPE NETSCAPE-Bookmark-file-1>',
  '<TITLE>Sample library</TITLE><H1>Sample library</H1>',
  '<DL><p><DT><H3>Sample library</H3><DL><p>',
  ...Object.entries(SAMPLE_FOLDERS).flatMap(([folder, links]) => [
    `<DT><H3>${escaped(folder)}</H3><DL><p>`,
    ...links.flatMap(({ url, name, day, note }) => [
      `<DT><A HREF="${escaped(url)}" ADD_DATE="${Date.parse(day) / 1000}">${escaped(name)}</A>`,
      ...(note === undefined ? [] : [`<DD>${escaped(note)}`]),
    ]),
    '</DL><p>',
  ]),
  '</DL><p></DL><p>',
].join('\n');

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
