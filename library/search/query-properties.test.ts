import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Library } from '#library/memory/library.ts';
import type { StatusQuery } from '#library/memory/link-query.ts';

import { completions } from './completions.ts';
import { compileQuery } from './compile-query.ts';
import { searchIndexOf } from './search-index.ts';
import { evaluate, query, render, sampleLinks } from './testing/naive-query.ts';
import { NOW, type SampleLink } from './testing/samples.ts';
import { sampleLibrary } from './testing/sample-library.ts';

const ALL = { kind: 'all' } as const;
const samples = sampleLibrary();

function compiled(text: string, library = samples) {
  return compileQuery(text, { library, within: ALL, now: NOW });
}

/** The results without the library's lists, which would narrow one query by another. */
function find(text: string, library = samples): readonly number[] {
  const whole = compiled(text, library);
  if (whole.byStatus === null) return findByStatus(whole, library);
  const { active, trashed } = whole.byStatus;
  return [...findByStatus(active, library), ...findByStatus(trashed, library)];
}

function findByStatus({ isTrash, matches, filter }: StatusQuery, library: Library): readonly number[] {
  const keys = library.links({ kind: isTrash ? 'trash' : 'all' }).get();
  const found = keys.filter((key) => {
    const link = library.link(key);
    return link !== undefined && matches(key, link);
  });
  // The texts of prepared lists must give the same results.
  expect(filter(keys)).toEqual(found);
  expect(filter(found)).toEqual(found);
  return found;
}

/** Whether the library may search only the results of `right` for those of `left`. */
function narrows(left: string, right: string, library = samples): boolean {
  const [narrow, wide] = [compiled(left, library), compiled(right, library)];
  return narrow.byStatus === null && wide.byStatus === null && narrow.narrows(wide);
}

test('any query finds the same links as a naive evaluation', () => {
  fc.assert(
    fc.property(query, sampleLinks, fc.nat(), (tree, links, seed) => {
      const library = sampleLibrary(links, ['A', 'A > B b', 'C', 'Tags > t']);
      const expected = links.filter((link) => evaluate(tree, link)).map(({ id }) => id);
      if (seed % 3 === 0) searchIndexOf(library).prepare(0, links.length);
      expect(find(render(tree, seed), library).toSorted((left, right) => left - right)).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});

const PIECES =
  `( ) " - OR AND NOT is: in: # has: created: after: title: site: 2023 2024-02 .. >= < / : \\ * %C3%9F
  javascript good "good parts" fav trash Dev later İ ß か ｶﾞ 가 😀 שלום \u0301 \ud800 \0 ’ （ ）`.split(/\s+/);
const text = fc
  .array(fc.oneof(fc.constantFrom(...PIECES, ' ', ' ', '\n'), fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 25,
  })
  .map((pieces) => pieces.join(''));

test('any text is a valid query', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(text, fc.nat(), (any, place) => {
      const { hints, quoted, marks } = compiled(any);
      find(any);
      expect(hints.length).toBeLessThan(4);
      expect(quoted === null ? null : compiled(quoted).quoted).toBeNull();
      let last = 0;
      for (const { start, end } of marks(any, 'any')) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(any.length);
      const caret = place % (any.length + 1);
      for (const { from, to } of completions(any, caret, samples.tree)) {
        expect([from, caret, to]).toEqual([from, caret, to].toSorted((left, right) => left - right));
      }
    }),
    { numRuns: 10_000 },
  );
});

test('a query that narrows another finds a part of its links', () => {
  let narrowed = 0;
  const library = sampleLibrary(undefined, ['A', 'A > B b', 'C', 'Tags > t']);
  fc.assert(
    fc.property(
      fc.oneof(
        query.map((tree) => render(tree, 1)),
        text,
      ),
      fc.nat(),
      fc.nat(),
      text,
      (whole, at, by, other) => {
        const end = at % (whole.length + 1);
        const typed = [whole.slice(0, end), whole.slice(0, end + (by % 3) + 1), whole, other];
        for (const longer of typed) {
          for (const shorter of typed) {
            if (!narrows(longer, shorter, library)) continue;
            if (longer !== shorter) narrowed += 1;
            expect(find(shorter, library)).toEqual(expect.arrayContaining([...find(longer, library)]));
          }
        }
      },
    ),
    { numRuns: 1000 },
  );
  expect(narrowed).toBeGreaterThan(500);
});

test.each([
  ['javascript', 'javas', true],
  ['good javascript', 'good', true],
  ['"good parts"', 'parts', true],
  ['title:good', 'goo', true],
  ['goo', 'title:goo', false],
  ['-a', '-ab', true],
  ['-ab', '-a', false],
  ['a OR', 'a', true],
  ['a OR b', 'a', false],
  ['a OR bc', 'a OR b', true],
  ['a', 'a OR b', true],
  ['in:Dev good', 'in:Dev', true],
  ['in:Dev', 'in:Later', false],
  ['is:trash a', 'a', false],
  ['-(a OR b)', '-a', true],
  ['created:2020', 'created:2020', true],
  ['x', '', true],
  ['good dev', 'good de', true],
  ['good dev', 'good', true],
  ['dev good', 'dev', false],
  ['good dev x', 'good dev', true],
])('%j narrows %j: %s', (left, right, isNarrower) => {
  expect(narrows(left, right)).toBe(isNarrower);
});

const letters = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...Array.from('aAßİıςΣσé한가각ㄱㅏﾊﾟかﬁ=<-%'),
        'e\u0301',
        '\u0301',
        '\u0338',
        '\u1161',
        '\u11a8',
        '\u3099',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    { maxLength: 8 },
  )
  .map((units) => units.join(''));

test('a text in quotes finds at least the links whose name or url contains it, regardless of case', () => {
  let found = 0;
  fc.assert(
    fc.property(letters, letters, fc.nat(), fc.nat(), (name, url, at, length) => {
      const link: SampleLink = { id: 1, name, url, day: '2020-01-01', folders: [], flags: '', note: '' };
      const library = sampleLibrary([link]);
      const fields = [name, library.link(1)?.url ?? ''].map((field) => field.toLowerCase());
      const source = Array.from(`${name}${url}${name.toUpperCase()}`);
      const start = at % (source.length + 1);
      const needle = source.slice(start, start + 1 + (length % 4)).join('');
      if (!fields.some((field) => field.includes(needle.toLowerCase()))) return;
      found += 1;
      expect(find(`"${needle.replaceAll('"', '""')}"`, library)).toEqual([1]);
    }),
    { numRuns: 3000 },
  );
  expect(found).toBeGreaterThan(2000);
});
