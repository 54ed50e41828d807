import type { LinkRecord } from '#library/entities/records.ts';
import { newLink } from '#library/entities/new-link.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { LinkOrdering } from './link-order.ts';
import { BY_CREATED, BY_EDITED, BY_NAME, BY_URL } from '#library/order/link-sorting.ts';

const SORTINGS = { url: BY_URL, name: BY_NAME, created: BY_CREATED, edited: BY_EDITED };

function linkOf(link_id: number, fields: Partial<LinkRecord>): LinkRecord {
  return { ...newLink(link_id, ''), created_at: 0, updated_at: 0, ...fields };
}

function orderingOf(order: keyof typeof SORTINGS, links: ReadonlyMap<number, LinkRecord>): LinkOrdering {
  const get = (key: number) => links.get(key);
  const byUrl = new LinkOrdering(BY_URL, get, null);
  return order === 'url' ? byUrl : new LinkOrdering(SORTINGS[order], get, (keys) => byUrl.sorted(keys));
}

/** The names in the order of a list sorted by name. */
function sortedNames(names: readonly string[]): readonly string[] {
  const links = new Map(
    names.map((name, index) => [index, linkOf(index, { name, url: `https://${index}` })]),
  );
  return orderingOf('name', links)
    .sorted([...links.keys()])
    .map((key) => links.get(key)?.name ?? '');
}

test.each([
  {
    what: 'numbers by their value',
    names: ['Part 1', 'Part 2', 'part 2b', 'Part 10', 'Part 010b', 'Part 100'],
  },
  { what: 'numbers before letters', names: ['', '0', '1', '1 a', '12345678901', 'a', 'a1', 'ab'] },
  { what: 'letters without case', names: ['apple', 'Apple pie', 'APPLES', 'banana', 'Zoo', 'zoo 2'] },
  {
    what: 'letters without accents',
    names: [
      'Ábaco',
      'abbey',
      'Ætna',
      'café',
      'CAFE au lait',
      'Łódź',
      'Øre',
      'Strase',
      'Straße',
      'Strassf',
      'zoo',
    ],
  },
  { what: 'İ and ı as i', names: ['ha', 'İki', 'ıl', 'Im', 'j'] },
  {
    what: 'wide letters, digits and kana as narrow ones',
    names: ['ｂ 2', 'B 10', 'ｃ', 'ア', 'ｲ', 'ガ', 'ｷ'],
  },
  { what: 'names without their first blanks', names: ['a', ' b', '\u0000c', 'd'] },
  { what: 'names of many languages', names: ['Ωmega', 'ωz', 'Яблоко', 'яма', 'हिंदी', 'हैं', '中', '😀'] },
])('a list by name sorts $what', ({ names }) => {
  expect(sortedNames(names.toReversed())).toEqual(names);
});

test('a name that is still the url sorts as the row shows it', () => {
  const links = new Map(
    ['Example', 'https://www.fruit.example/', 'Grape'].map((name, key) => [
      key,
      linkOf(key, { name, url: name }),
    ]),
  );
  expect(orderingOf('name', links).sorted([0, 1, 2])).toEqual([0, 1, 2]);
});

const TEXT = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'á', '1', '01', 'a\u0000', 'https://a.example/', 'https://a.example/b'),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const TIME = fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
const LINK = fc.record({ url: TEXT, name: TEXT, created_at: TIME, updated_at: TIME });

test('every order sorts as it compares, and revises a list to what sorting gives', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('url', 'name', 'created', 'edited'),
      fc.array(LINK, { maxLength: 200, size: 'max' }),
      fc.array(fc.record({ at: fc.nat({ max: 300 }), link: LINK }), { maxLength: 150, size: 'max' }),
      fc.integer({ min: -50, max: 10_000 }),
      (order, fields, edits, first) => {
        const links = new Map(fields.map((link, index) => [first + index, linkOf(first + index, link)]));
        const ordering = orderingOf(order, links);
        const compared = () =>
          [...links.values()].toSorted(SORTINGS[order].compare).map(({ link_id }) => link_id);
        const list = ordering.sorted([...links.keys()]);
        expect(list).toEqual(compared());
        for (const { at, link } of edits) links.set(first + at, linkOf(first + at, link));
        const changed = new Set(edits.map(({ at }) => first + at));
        expect(ordering.revise(list, { changed, moved: changed }, (key) => links.has(key))).toEqual(
          compared(),
        );
      },
    ),
    { numRuns: 300 },
  );
});
