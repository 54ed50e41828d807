import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Library } from '#library/memory/library.ts';

import { compileQuery } from './compile-query.ts';
import { query, render, sampleLinks } from './testing/naive-query.ts';
import { sampleLibrary } from './testing/sample-library.ts';
import { NOW, type SampleLink } from './testing/samples.ts';

const ALL = { kind: 'all' } as const;

function linksNamed(
  rows: readonly (readonly [name: string, url: string, note?: string, flags?: string])[],
): readonly SampleLink[] {
  return rows.map(([name, url, note = '', flags = ''], index) => ({
    id: index + 1,
    name,
    url: `https://${url}`,
    day: '2024-01-01',
    folders: [],
    flags,
    note,
  }));
}

function ranked(text: string, library: Library): readonly number[] {
  return library.links(ALL, 'match', compileQuery(text, { library, within: ALL, now: NOW })).get();
}

/** From the best to the worst match of "react hooks", against the order of their urls. */
const HOOKS = linksNamed([
  ['React Hooks', 'z.example/1'],
  ['The hooks of React', 'y.example/2'],
  ['Overreact with webhooks', 'x.example/3'],
  ['Hooks', 'react.example/4'],
  ['A page', 'e.example/react-hooks'],
  ['B page', 'd.example/6', 'react and hooks'],
]);

test('the best match comes first: the exact title, a word that starts, a title, a host, and the rest by url', () => {
  expect(ranked('react hooks', sampleLibrary(HOOKS))).toEqual([1, 2, 3, 4, 6, 5]);
});

test.each([
  ['the order of the words counts only for the exact title', 'hooks react', [2, 1, 3, 4, 6, 5]],
  ['a word of a note, an excluded word and a field do not count', 'hooks -soup has:note', [6]],
  ['a field of the title counts', 'title:react title:hooks', [1, 2, 3]],
  ['in an OR, the best part counts', 'hooks OR page', [6, 5, 4, 2, 1, 3]],
])('%s', (_, text, ids) => {
  const found = ranked(text, sampleLibrary(HOOKS));
  expect(found).toEqual(ids);
});

test('a name that is still the url is no title', () => {
  const library = sampleLibrary(
    linksNamed([
      ['https://a.example/react', 'a.example/react'],
      ['Reactor', 'b.example/'],
    ]),
  );
  expect(ranked('react', library)).toEqual([2, 1]);
});

test('a link that gets a better title moves up, also among links of the trash', () => {
  const links = linksNamed([
    ['Soup of the day', 'a.example/'],
    ['My soups', 'b.example/', '', 'T'],
    ['Misoup', 'c.example/'],
  ]);
  const library = sampleLibrary(links);
  const text = 'soup is:trash OR soup';
  const list = library.links(ALL, 'match', compileQuery(text, { library, within: ALL, now: NOW }));
  list.subscribe(() => undefined);
  expect(list.get()).toEqual([1, 2, 3]);
  const record = library.link(3);
  if (record === undefined) throw new Error('The link is missing.');
  library.receive('links', [{ id: '3', at: 2, record: { ...record, name: 'soup' } }]);
  expect(list.get()).toEqual([3, 1, 2]);
});

test('the order by best match has the links of any other order, however a list is made', () => {
  fc.assert(
    fc.property(query, sampleLinks, fc.nat(), fc.array(fc.nat({ max: 7 })), (tree, links, seed, edits) => {
      const library = sampleLibrary(links, ['A', 'A > B b', 'C', 'Tags > t']);
      const compiled = compileQuery(render(tree, seed), { library, within: ALL, now: NOW });
      const list = library.links(ALL, 'match', compiled);
      list.subscribe(() => undefined);
      for (const at of edits) {
        const record = library.link(at + 1);
        if (record === undefined) continue;
        const changed = { ...record, name: `${record.name}${at % 2 === 0 ? ' ab' : 'a'}`, updated_at: 2 };
        library.receive('links', [{ id: String(at + 1), at: 2, record: changed }]);
      }
      const found = library.links(ALL, 'url', compiled).get();
      expect(list.get().toSorted(byNumber)).toEqual(found.toSorted(byNumber));
      // A list that was revised equals one that is sorted at once.
      const ordering = compiled.ranking.sorting;
      const again = found.toSorted((left, right) => {
        const [a, b] = [library.link(left), library.link(right)];
        return a === undefined || b === undefined ? 0 : ordering.compare(a, b);
      });
      expect(list.get()).toEqual(again);
      expect(compiled.ranking.sorted(found)).toEqual(again);
    }),
    { numRuns: 500 },
  );
});

function byNumber(left: number, right: number): number {
  return left - right;
}
