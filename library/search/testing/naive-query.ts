/** Queries with a meaning that is computed in the simplest way, to compare the compiled ones with. */
import * as fc from 'fast-check';

import type { SampleLink } from './samples.ts';

const TERMS = {
  'is:favorite': ({ flags }) => flags.includes('F'),
  'is:trash': ({ flags }) => flags.includes('T'),
  'is:unfiled': ({ folders }) => folders.length === 0,
  'has:image': ({ flags }) => flags.includes('I'),
  'has:note': ({ note }) => note !== '',
  'has:tag': ({ folders }) => folders.includes('Tags > t'),
  'has:folder': ({ folders }) => folders.length > 0,
  'in:A': ({ folders }) => folders.some((path) => path.startsWith('A')),
  'in:"a/b B"': ({ folders }) => folders.includes('A > B b'),
  'in:tags': ({ folders }) => folders.includes('Tags > t'),
  '#a': ({ folders }) => folders.includes('A'),
  '#"B b"': ({ folders }) => folders.includes('A > B b'),
  'tag:T': ({ folders }) => folders.includes('Tags > t'),
  'created:2023': ({ day }) => day.startsWith('2023'),
  'created:2023-05..2024': ({ day }) => day >= '2023-05' && day < '2025',
  'created:>2023-05': ({ day }) => day >= '2023-06',
  'created:<=2023-05-15': ({ day }) => day <= '2023-05-15',
  'before:2023-05-15': ({ day }) => day < '2023-05-15',
  'after:2023-05-15': ({ day }) => day >= '2023-05-15',
  'title:ab': ({ name }) => plain(name).includes('ab'),
  'url:ä': ({ url }) => plain(url).includes('a'),
  'note:"ß b"': ({ note }) => plain(note).includes('ss b'),
  ab: (link) => contains(link, 'ab'),
  // The name of a folder starts with it.
  ta: (link) => contains(link, 'ta'),
  '"b a"': (link) => contains(link, 'b a'),
  Ä: (link) => contains(link, 'a'),
  ßa: (link) => contains(link, 'ssa'),
  か: (link) => contains(link, 'か'),
  ﬁ: (link) => contains(link, 'fi'),
  'a-b': (link) => contains(link, 'a-b'),
} as const satisfies Readonly<Record<string, (link: SampleLink) => boolean>>;
type Term = keyof typeof TERMS;

type Naive =
  | { readonly kind: 'term'; readonly term: Term }
  | { readonly kind: 'not'; readonly part: Naive }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Naive[] };

const PLAIN: Readonly<Record<string, string>> = { ä: 'a', ß: 'ss', ﬁ: 'fi', é: 'e' };
const terms = Object.keys(TERMS).filter((term): term is Term => term in TERMS);

export const query: fc.Arbitrary<Naive> = fc.letrec<{ tree: Naive }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: fc.constantFrom(...terms).map((term): Naive => ({ kind: 'term', term })) },
    { weight: 1, arbitrary: tie('tree').map((part): Naive => ({ kind: 'not', part })) },
    {
      weight: 2,
      arbitrary: fc
        .record({
          kind: fc.constantFrom('all' as const, 'any' as const),
          parts: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
        })
        .map((tree): Naive => tree),
    },
  ),
})).tree;

const word = fc
  .array(fc.constantFrom('a', 'B', 'ä', 'ß', 'é', 'か', 'が', 'ﬁ', ' ', '-'), { maxLength: 6 })
  .map((letters) => letters.join(''));

export const sampleLinks: fc.Arbitrary<readonly SampleLink[]> = fc
  .array(
    fc.record({
      name: word,
      url: word.map((path) => `https://${path}`),
      note: fc.oneof(
        fc.constant(''),
        word.map((letters) => `${letters}.`),
      ),
      day: fc.constantFrom(
        '2022-12-31',
        '2023-01-01',
        '2023-05-14',
        '2023-05-15',
        '2023-06-01',
        '2024-12-31',
      ),
      folders: fc.uniqueArray(fc.constantFrom('A', 'A > B b', 'C', 'Tags > t'), { maxLength: 2 }),
      flags: fc.constantFrom('', 'F', 'I', 'FI', 'T', 'FT', 'FIT'),
    }),
    { maxLength: 8 },
  )
  .map((links) => links.map((link, index) => ({ ...link, id: index + 1 })));

/** Whether the query finds the link. A link in the trash is found only by a branch with `is:trash`. */
export function evaluate(tree: Naive, link: SampleLink): boolean {
  const isTrashed = link.flags.includes('T');
  return branchesOf(simplified(tree), true).some(
    (branch) =>
      branch.every(
        ({ term, isWanted, isInFolder }) =>
          TERMS[term](link) === isWanted || (isInFolder && isInFolderWith(term, link)),
      ) &&
      (!isTrashed || branch.some(({ term, isWanted }) => isWanted && term === 'is:trash')),
  );
}

type Branch = readonly {
  readonly term: Term;
  readonly isWanted: boolean;
  /** Whether a folder with the word is enough, because there are several words. */
  readonly isInFolder: boolean;
}[];

/** A query as brackets and double negations leave it: `a (b c)` has three words. */
function simplified(tree: Naive): Naive {
  if (tree.kind === 'term') return tree;
  if (tree.kind === 'not') {
    const part = simplified(tree.part);
    return part.kind === 'not' ? part.part : { kind: 'not', part };
  }
  const { kind } = tree;
  const parts = tree.parts.map(simplified).flatMap((part) => (part.kind === kind ? part.parts : [part]));
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind, parts };
}

function isText(tree: Naive): boolean {
  return tree.kind === 'term' && !/^(?:#|[a-z]+:)/.test(tree.term);
}

function isInFolderWith(term: Term, { folders }: SampleLink): boolean {
  return term === 'ta' && folders.some((path) => path.startsWith('Tags'));
}

/** The query as an OR of ANDs. */
function branchesOf(tree: Naive, isWanted: boolean, hasWords = false): readonly Branch[] {
  if (tree.kind === 'term')
    return [[{ term: tree.term, isWanted, isInFolder: hasWords && isWanted && isText(tree) }]];
  if (tree.kind === 'not') return branchesOf(tree.part, !isWanted);
  const isSeveral = tree.kind === 'all' && tree.parts.filter(isText).length > 1;
  const parts = tree.parts.map((part) => branchesOf(part, isWanted, isSeveral));
  // An excluded OR excludes all of its parts.
  if ((tree.kind === 'any') === isWanted) return parts.flat();
  return parts.reduce<readonly Branch[]>(
    (before, part) => before.flatMap((left) => part.map((right) => [...left, ...right])),
    [[]],
  );
}

/** The text of the query. `seed` selects one of several spellings. */
export function render(tree: Naive, seed: number): string {
  const isOdd = seed % 2 === 1;
  const next = Math.floor(seed / 2) + 7;
  switch (tree.kind) {
    case 'term':
      return tree.term;
    case 'not':
      return `${isOdd ? 'NOT ' : tree.part.kind === 'not' ? 'NOT NOT NOT ' : '-'}${bracketed(tree.part, next)}`;
    case 'all':
      return tree.parts.map((part) => bracketed(part, next)).join(isOdd ? ' ' : ' AND ');
    case 'any':
      return tree.parts
        .map((part) => (isOdd && part.kind === 'all' ? render(part, next) : bracketed(part, next)))
        .join(' OR ');
  }
}

function bracketed(tree: Naive, seed: number): string {
  return tree.kind === 'term' || tree.kind === 'not' ? render(tree, seed) : `(${render(tree, seed)})`;
}

function contains({ name, url, note }: SampleLink, text: string): boolean {
  return [name, url, note].some((field) => plain(field).includes(text));
}

function plain(text: string): string {
  return Array.from(text.toLowerCase(), (letter) => PLAIN[letter] ?? letter).join('');
}
