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
  expect(known.add(['https://other.example/', 'https://example.com/'], false)).toBe(1);
  // The library can have a link several times. The file has it once.
  expect(known.add(['https://example.com/#', 'https://example.com/trashed'], false)).toBe(1);
  expect(known.add(['https://example.com/trashed', 'https://example.com/a'], true)).toBe(2);
  const twice = 'https://example.com/twice';
  expect(known.add([twice, twice, twice], false)).toBe(4);
});
