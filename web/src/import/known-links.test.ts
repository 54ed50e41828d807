import { expect, test } from 'vitest';

import { KnownLinks } from './known-links.ts';
import { fileLink } from './testing/library-file.ts';

test('a link of the library matches one link of the file, by the key of its url and by whether it is in the trash', () => {
  const known = new KnownLinks([
    fileLink('https://Example.com'),
    fileLink('https://example.com/a'),
    fileLink('https://example.com/trashed', { trashed: true }),
    fileLink('https://example.com/twice'),
    fileLink('https://example.com/twice'),
  ]);
  known.add(['https://other.example/', 'https://example.com/'], false);
  expect(known.counts().known).toBe(1);
  // The library can contain a link several times. The file contains it once.
  known.add(['https://example.com/#', 'https://example.com/trashed'], false);
  expect(known.counts().known).toBe(1);
  known.add(['https://example.com/trashed', 'https://example.com/a'], true);
  expect(known.counts().known).toBe(2);
  const twice = 'https://example.com/twice';
  known.add([twice, twice, twice], false);
  expect(known.counts()).toEqual({ known: 4, likely: 0, likelyInFile: 0 });
});

test('links that an import creates are counted if the library or the file probably has them already', () => {
  const known = new KnownLinks([
    fileLink('http://a.example/'),
    fileLink('https://www.a.example/?utm_source=x'),
    fileLink('https://b.example/#1'),
    fileLink('https://b.example/#2'),
    fileLink('https://c.example/#/1'),
    fileLink('https://c.example/#/2'),
    fileLink('https://d.example/', { trashed: true }),
    fileLink('https://e.example/'),
  ]);
  expect(known.counts()).toEqual({ known: 0, likely: 0, likelyInFile: 2 });
  known.add(['http://A.example', 'http://d.example/'], false);
  // Links in the library's trash do not count as duplicates.
  known.add(['http://e.example/'], true);
  expect(known.counts()).toEqual({ known: 1, likely: 1, likelyInFile: 1 });
});
