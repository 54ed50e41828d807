import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { compareNames } from '#firestore/model/name-order.ts';

const segment = fc.oneof(
  fc.constantFrom(
    '__id7__',
    '__id10__',
    '__id-3__',
    '__id007__',
    '__idx__',
    '-',
    '.',
    '!',
    'a',
    'aa',
    'é',
    '\uffff',
    '\u{1f600}',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }).map((text) => text.replaceAll('/', '_')),
);
const name = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));

function numberOf(text: string): bigint | null {
  const digits = /^__id(?<digits>-?\d+)__$/u.exec(text)?.groups?.['digits'];
  return digits === undefined ? null : BigInt(digits);
}

function compareSegments(a: string, b: string): number {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== null && right !== null && left !== right) return left < right ? -1 : 1;
  if ((left === null) !== (right === null)) return left === null ? 1 : -1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** A simple implementation of the rule: compares segment by segment, by number or by bytes. */
function expectedOrder(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareSegments(part, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

test('names are ordered segment by segment, numeric ids first, the rest by UTF-8 bytes', () => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(Math.sign(compareNames(a, b))).toBe(Math.sign(expectedOrder(a, b)));
      expect(Math.sign(compareNames(`p/${a}`, `p/${b}`, 2))).toBe(Math.sign(expectedOrder(a, b)));
    }),
    { numRuns: 5000 },
  );
});
