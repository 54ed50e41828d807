/** The links of a file by the names of their folders. */
export type Folders = Readonly<Record<string, readonly (readonly [name: string, url: string])[]>>;

/** A file of a browser, as people have them: some of its links are in the demo library, some twice, and one is no link. */
export const BOOKMARKS: Folders = {
  'Bookmarks bar': [
    ['Hacker News', 'https://news.ycombinator.com/'],
    ['Can I use... Support tables for HTML5, CSS3, etc', 'http://caniuse.com'],
    ['Reading mode', "javascript:document.body.classList.toggle('plain')"],
    ['The Pragmatic Engineer', 'https://blog.pragmaticengineer.com/'],
  ],
  Baking: [
    [
      'Sourdough Bread Guide | King Arthur Baking',
      'https://www.kingarthurbaking.com/learn/guides/sourdough?utm_source=newsletter',
    ],
    ['Baking formulas - BBGA', 'https://bbga.org/formulas'],
    ['Panettone, day one', 'https://www.theperfectloaf.com/panettone/'],
    ['Panettone, day one', 'https://www.theperfectloaf.com/panettone/'],
    ['Rye bread', 'https://en.wikipedia.org/wiki/Rye_bread'],
  ],
  'Iceland, maybe': [
    ['Westfjords Way: driving route', 'https://www.westfjords.is/en/westfjords-way'],
    ['Hiking the Laugavegur trail', 'https://www.fi.is/en/hiking-trails/laugavegur'],
    ['Weather by region', 'https://en.vedur.is/'],
    ['Buses to the highlands', 'https://straeto.is/en'],
  ],
  'To read': [
    ['How to take smart notes', 'https://takesmartnotes.com/'],
    [
      'Reality has a surprising amount of detail',
      'http://johnsalvatier.org/blog/2017/reality-has-a-surprising-amount-of-detail',
    ],
    ['The Grug Brained Developer', 'https://grugbrain.dev/'],
    ['Local-first software', 'https://www.inkandswitch.com/local-first/'],
    ['Latency Numbers Every Programmer Should Know', 'https://gist.github.com/jboner/2841832'],
  ],
};
/** Links that the demo library has with slightly other addresses. */
export const DUPLICATES: Folders = {
  'Old laptop': [
    ['Rye bread - Wikipedia', 'http://en.wikipedia.org/wiki/Rye_bread'],
    ['Spelt - Wikipedia', 'http://en.wikipedia.org/wiki/Spelt'],
    ['Zod', 'http://zod.dev/'],
    ['Laws of UX', 'http://lawsofux.com/'],
    [
      'Sourdough Bread Guide',
      'https://www.kingarthurbaking.com/learn/guides/sourdough?utm_source=newsletter',
    ],
    [
      'Introduction to baker’s percentages',
      'https://www.theperfectloaf.com/reference/introduction-to-bakers-percentages?utm_medium=email',
    ],
    ['Serious Eats', 'https://seriouseats.com/'],
    ['Jepsen', 'https://www.jepsen.io/'],
    ['Lobsters', 'https://www.lobste.rs/'],
  ],
};
/** 2026-03-01, in seconds. */
const ADDED_AT = 1_772_323_200;

export function bookmarksFile(content: Folders): string {
  const folders = Object.entries(content).map(([name, links], folder) => {
    const lines = links.map(
      ([title, url], link) =>
        `<DT><A HREF="${url}" ADD_DATE="${ADDED_AT + 86_400 * (10 * folder + link)}">${title}</A>`,
    );
    return `<DT><H3>${name}</H3>\n<DL><p>\n${lines.join('\n')}\n</DL><p>`;
  });
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n${folders.join('\n')}\n</DL><p>\n`;
}
