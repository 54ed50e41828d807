import { expect, test } from 'vitest';

import { linkLines, linesOf } from '#library/files/reading/testing/lines-of.ts';
import { readSample } from '#library/files/reading/testing/read-sample.ts';

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" "http://x.invalid/xbel.dtd">\n';

test('folders, links, descriptions and the tags of buku are read', () => {
  const sample = readSample(`${HEAD}<xbel version="1.0"><title>All</title>
<folder id="1"><title>R&amp;D <![CDATA[<x>]]></title><desc>About</desc>
  <bookmark href="https://a.example/?a=1&amp;b=2" id="2" added="2024-01-02T03:04:00Z" TAGS="one,two words"><title>A</title>
    <info><metadata owner="x">y</metadata></info><desc>N &lt;b&gt;</desc></bookmark>
  <folder><title>Deep</title><bookmark href="https://b.example/"><title></title></bookmark><separator/></folder>
  <folder><title>Empty</title></folder><alias ref="2"/>
</folder>
<bookmark href="https://c.example/"/><!-- <bookmark href="https://no.example/"/> -->
<bookmark href="javascript:alert(1)"><title>Code</title></bookmark>
</xbel>`);
  expect(sample.kind).toBe('xbel');
  expect(linkLines(sample)).toEqual([
    '/R&D <x> | A | https://a.example/?a=1&b=2 | 2024-01-02T03:04Z | note "N <b>" | tags one+two words',
    '/R&D <x>/Deep | https://b.example/ | https://b.example/',
    '/ | https://c.example/ | https://c.example/',
  ]);
  expect(sample.folders).toEqual([['R&D <x>'], ['R&D <x>', 'Deep'], ['R&D <x>', 'Empty']]);
  expect(sample.skipped).toEqual([{ reason: 'scheme', url: 'javascript:alert(1)', title: 'Code' }]);
  expect(sample.told).toEqual([
    '1 separator was left out.',
    '1 second place of a bookmark was left out.',
    '1 description of a folder was left out.',
    'Foldmark has no place for these fields, so they are left out: metadata (1).',
  ]);
});

test('an entity that the file declares is never expanded', () => {
  const bomb = `<!DOCTYPE xbel [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
  expect(
    linesOf(`${bomb}<xbel><bookmark href="https://a.example/"><title>&b; &amp; c</title></bookmark></xbel>`),
  ).toEqual(['/ | &b; & c | https://a.example/']);
});

test.each([
  ['<bookmark href="https://b.exam', 1],
  ['<bookmark href="https://b.example/"><title>B', 2],
  ['</folder', 1],
])('a file that ends with %s is read up to there, and says so', (end, count) => {
  const { links, told } = readSample(
    `${HEAD}<xbel><folder><title>F</title><bookmark href="https://a.example/"><title>A</title></bookmark>${end}`,
  );
  expect([links.length, told]).toEqual([count, ['The file ends early. Everything before its end was read.']]);
});
