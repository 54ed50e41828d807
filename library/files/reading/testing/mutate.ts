/** Mutates samples in the ways in which files get damaged, and in which attackers change them. */

const SIZE_MAX = 200_000;
const INSERTED = [
  '<',
  '>',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  '](',
  '](http://x.example ',
  '![',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '<style>',
  '<![CDATA[',
  '<DL><p>',
  '</DL>',
  '<DT>',
  '<DD>',
  '<HR>',
  '<H3>',
  '<A HREF="',
  '</A>',
  '<folder><title>',
  '</folder>',
  '<bookmark href="',
  '<dict><key>',
  '</array>',
  '<!DOCTYPE x [',
  '[[https://o.example/][',
  '* ',
  ' :tag:',
  '<outline text="',
  '</outline>',
  '&',
  '&amp;',
  '&#x110000;',
  '&#0;',
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  '""',
  '"",""',
  '\\',
  '\\u0000',
  '\\ud800',
  '\0',
  '%',
  '%ff',
  '__proto__',
  '"__proto__":{',
  'constructor',
  'null',
  'false',
  '1e999',
  '-1',
  '9'.repeat(400),
  '99999999999999999999',
  'https://',
  'http://[',
  'javascript:',
  ' | ',
  ' / ',
  '# ',
  '- ',
  '```',
  'password,',
  'x'.repeat(10_000),
  '\u202E',
  '😀',
].map((text) => new TextEncoder().encode(text));
/** A lone surrogate, an overlong encoding, and byte order marks. */
const BROKEN_BYTES = [[0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xff, 0xfe], [0xef, 0xbb, 0xbf], [0x80]];

export type Random = () => number;

/** Generates the same random numbers in every run (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a sample after one to four changes. */
export function mutate(samples: readonly Uint8Array[], random: Random): Uint8Array {
  let bytes = pick(samples, random);
  for (let changes = 1 + below(4, random); changes > 0; changes -= 1) {
    bytes = pick(MUTATIONS, random)(bytes, random, samples).subarray(0, SIZE_MAX);
  }
  return bytes;
}

type Mutation = (bytes: Uint8Array, random: Random, samples: readonly Uint8Array[]) => Uint8Array;

const MUTATIONS: readonly Mutation[] = [
  function flipBits(bytes, random) {
    const flipped = Uint8Array.from(bytes);
    for (let count = 1 + below(8, random); count > 0; count -= 1) {
      const at = below(flipped.length, random);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << below(8, random));
    }
    return flipped;
  },
  function cutEnd(bytes, random) {
    return bytes.subarray(0, below(bytes.length + 1, random));
  },
  function removePart(bytes, random) {
    const [from, to] = range(bytes, random);
    return join(bytes.subarray(0, from), bytes.subarray(to));
  },
  function duplicatePart(bytes, random) {
    const [from, to] = range(bytes, random);
    return join(bytes.subarray(0, to), bytes.subarray(from));
  },
  function repeatPart(bytes, random) {
    const [from, to] = range(bytes, random);
    return join(
      bytes.subarray(0, from),
      times(bytes.subarray(from, to), 1 + below(2000, random)),
      bytes.subarray(to),
    );
  },
  function splice(bytes, random, samples) {
    const other = pick(samples, random);
    return join(
      bytes.subarray(0, below(bytes.length + 1, random)),
      other.subarray(below(other.length + 1, random)),
    );
  },
  insert,
  insert,
  insert,
  function nest(bytes, random) {
    const depth = 1 + below(5000, random);
    const [open, close] = pick(NESTS, random);
    const at = below(bytes.length + 1, random);
    return join(bytes.subarray(0, at), times(open, depth), times(close, depth), bytes.subarray(at));
  },
];

const NESTS = [
  ['[', ']'],
  ['{"children":[', ']}'],
  ['<DL><p><DT><H3>x</H3>', '</DL>'],
  ['<outline text="x">', '</outline>'],
  ['<folder>', '</folder>'],
  ['<dict><key>Children</key><array>', '</array></dict>'],
  ['{"data":{"links":[', ']}}'],
  ['[', '](http://x.example)'],
].map(([open = '', close = '']): [Uint8Array, Uint8Array] => [
  new TextEncoder().encode(open),
  new TextEncoder().encode(close),
]);

function insert(bytes: Uint8Array, random: Random): Uint8Array {
  const token = random() < 0.1 ? Uint8Array.from(pick(BROKEN_BYTES, random)) : pick(INSERTED, random);
  const count = random() < 0.2 ? below(20_000, random) : 1;
  const at = below(bytes.length + 1, random);
  return join(bytes.subarray(0, at), times(token, count), bytes.subarray(at));
}

function range(bytes: Uint8Array, random: Random): readonly [from: number, to: number] {
  const from = below(bytes.length, random);
  return [from, from + 1 + below(Math.min(bytes.length - from, 300), random)];
}

function times(bytes: Uint8Array, count: number): Uint8Array {
  const repeats = Math.min(count, Math.ceil(SIZE_MAX / Math.max(bytes.length, 1)));
  const all = new Uint8Array(bytes.length * repeats);
  for (let index = 0; index < repeats; index += 1) all.set(bytes, index * bytes.length);
  return all;
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function below(limit: number, random: Random): number {
  return Math.floor(random() * limit);
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[below(items.length, random)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
