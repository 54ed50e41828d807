import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readLibrary } from './read-library.ts';
import { makeMozLz4, makeZip } from './testing/make-files.ts';
import { NOW } from './testing/read-sample.ts';

/** READER_FUZZ_CASES=100000 looks longer. */
const CASES = Number(process.env['READER_FUZZ_CASES'] ?? 3000);
/** Quadratic work takes many seconds for 600 kB, linear work less than half a second. */
const HOSTILE_LENGTH = 600_000;
const LONGEST_MS = 2000;

const HEAD = '<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>x</TITLE><H1>x</H1><DL><p>';
const LINK = '<A HREF="https://x.example/">';

test.each([
  [HEAD, '<A HREF="x '],
  [HEAD, '<A HREF="x> ', '\n<dt'],
  [HEAD, "<A HREF='x> ", '</a><dt>'],
  [HEAD, '<a '],
  [HEAD, 't<dl>t<A HREF=y>t'],
  [HEAD, `${LINK}T</A><DD>n`],
  [`${HEAD}${LINK}`, '<dd>'],
  [`${HEAD}${LINK}`, '<dt'],
  [`${HEAD}${LINK}`, ' \t'],
  [`${HEAD}${LINK}`, '&amp'],
  [`${HEAD}${LINK}`, '<b'],
  [`${HEAD}<A HREF="x`, '\n'],
  [`${HEAD}<A HREF="x`, '" a '],
  [`${HEAD}<A `, '='],
  [HEAD, '<!--'],
  [HEAD, '<script><A HREF=y>'],
  [HEAD, '<h3>a<dl>'],
  ['<!-- -->', '<!-- -->', '<!doctype'],
  ['<html>', '<a href=x>'],
  ['<', 'meta charset'],
  ['[{"a":1},', '{"b":['],
  ['{"a":"', '\\'],
  ['', '['],
  ['', ' \n'],
])('%j and many %j are read in linear time', async (start, repeated, end = '') => {
  const text = start + repeated.repeat(HOSTILE_LENGTH / repeated.length) + end;
  const before = performance.now();
  await readLibrary(new TextEncoder().encode(text), NOW);
  expect(performance.now() - before).toBeLessThan(LONGEST_MS);
});

const FIXTURES = join(import.meta.dirname, '../../../../tests/fixtures/libraries');
const seeds = readdirSync(FIXTURES)
  .filter((name) => !name.endsWith('.expected.json'))
  .map((name) => readFileSync(join(FIXTURES, name)));
for (const seed of seeds.slice(0, 3)) {
  seeds.push(Buffer.from(makeZip([['Bookmarks.html', seed]])), Buffer.from(makeMozLz4(seed.toString())));
}
const TOKENS =
  '< > " \' </A> <A\xa0HREF=" <DT> <DL> </DL> <DD> <H3> <!-- --> <script> & &# \0 \r \n { } [ ] , \\ \ufeff PK\x03\x04 [linkding-notes]'
    .split(' ')
    .map((token) => token.replace('\xa0', ' '));

test(`${CASES} mutated files are read or refused, with every entry accounted for`, async () => {
  const random = generator(CASES);
  for (let i = 0; i < CASES; i += 1) {
    const bytes = mutated(random);
    const before = performance.now();
    const result = await readLibrary(bytes, NOW);
    const took = performance.now() - before;
    const problem = took > LONGEST_MS ? `${took} ms` : 'refused' in result ? null : problemOf(result);
    expect({ file: problem === null ? null : Buffer.from(bytes).toString('base64'), problem }).toEqual({
      file: null,
      problem: null,
    });
  }
});

function problemOf(
  result: Exclude<Awaited<ReturnType<typeof readLibrary>>, { refused: string }>,
): string | null {
  const { links, folders, skipped, entries, merged } = result;
  if (entries !== links.length + merged + skipped.length) return 'the sum of the entries';
  const link = links.find(
    ({ url, title, note, folders: places }) =>
      !/^(?:https?|ftp|mailto):/i.test(url) ||
      !URL.canParse(url) ||
      !isText(title, 1000) ||
      !isText(url, 8192) ||
      (note !== '' && !isText(note, 4000)) ||
      places.length === 0 ||
      places.some((place) => place < -1 || place >= folders.length),
  );
  if (link !== undefined) return JSON.stringify(link);
  const folder = folders.find(({ name, parent }, i) => parent >= i || !isText(name, 300));
  return folder === undefined ? null : JSON.stringify(folder);
}

/** True if the API accepts the text as it is. */
function isText(text: string, maxLength: number): boolean {
  return text !== '' && text === text.trim() && text.isWellFormed() && text.length <= maxLength;
}

function mutated(random: (below: number) => number): Uint8Array {
  let bytes = pick(seeds, random);
  for (let i = random(8); i >= 0; i -= 1) {
    const at = random(bytes.length + 1);
    const to = at + random(100);
    const other = pick(seeds, random).subarray(random(1000)).subarray(0, random(100));
    const between = [
      Buffer.from(pick(TOKENS, random)),
      other,
      bytes.subarray(at, to),
      Buffer.from([random(256)]),
    ];
    const behind = random(2) === 0 ? at : to;
    bytes = Buffer.concat([bytes.subarray(0, at), pick(between, random), bytes.subarray(behind)]);
    if (random(20) === 0) bytes = bytes.subarray(0, random(bytes.length + 1));
  }
  return new Uint8Array(bytes);
}

function pick<Item>(list: readonly Item[], random: (below: number) => number): Item {
  const item = list[random(list.length)];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}

/** The same numbers in each run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return (state >> 8) % below;
  };
}
