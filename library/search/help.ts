export interface HelpEntry {
  readonly syntax: string;
  readonly example: string;
  readonly meaning: string;
}

/** The search language, as the help describes it. */
export const SEARCH_HELP: readonly HelpEntry[] = [
  {
    syntax: 'two words',
    example: 'github library',
    meaning:
      'Both words, in any order, anywhere in the name, url, note or description. One can be the name of a folder',
  },
  { syntax: '"a phrase"', example: '"good parts"', meaning: 'Exactly this text' },
  {
    syntax: '-word',
    example: 'javascript -bad',
    meaning: 'Without this word. Also before "…", (…) and fields',
  },
  { syntax: 'OR', example: 'soup OR salad', meaning: 'One of both. In capitals' },
  { syntax: '( )', example: '(soup OR salad) -pumpkin', meaning: 'Groups words' },
  { syntax: 'title:', example: 'title:guide', meaning: 'In the name. url: and note: search there' },
  { syntax: 'site:', example: 'site:example.com', meaning: 'From this domain or one below it' },
  {
    syntax: 'in:',
    example: 'in:Recipes',
    meaning: 'In this folder or one below it. in:"Work/To do" is a path',
  },
  { syntax: '#folder', example: '#Recipes', meaning: 'In this folder, without those below it' },
  { syntax: 'is:', example: 'is:favorite', meaning: 'is:favorite, is:unfiled (in no folder) or is:trash' },
  { syntax: 'has:', example: 'has:note', meaning: 'has:note, has:image, has:tag or has:folder' },
  {
    syntax: 'created:',
    example: 'created:2023-10',
    meaning: 'Added in a year, month or on a day. Also created:>2023 and created:2022..2023-06',
  },
  {
    syntax: 'created:<30d',
    example: 'created:"last month"',
    meaning:
      'Added in the last 30 days, or longer ago with >. Also 2w, 6m and 1y, today, and this or last week, month or year',
  },
  {
    syntax: 'before: after:',
    example: 'after:2024-03-01 before:2024-04',
    meaning: 'Added from March 1 up to March 31',
  },
];
