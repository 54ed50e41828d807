import { expect, test } from 'vitest';

import type { Value } from '#firestore/model/value.ts';
import { call, resultOf } from '#firestore/testing/pipeline-functions.ts';

function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}

test.each<[name: string, args: readonly Value[], expected: Value]>([
  ['split', ['a😀b', ''], ['a', '😀', 'b']],
  ['split', ['', ''], ['']],
  ['split', ['', ','], ['']],
  ['split', [',foo,'], ['', 'foo', '']],
  ['split', [bytes('ABC'), bytes('')], [bytes('A'), bytes('B'), bytes('C')]],
  ['split', [bytes('1,2'), bytes(',')], [bytes('1'), bytes('2')]],
  ['to_upper', ['aßc1'], 'ASSC1'],
  ['to_upper', [bytes('a1é')], bytes('A1é')],
  ['to_lower', [bytes('ABÉ')], bytes('abÉ')],
  ['trim', [' \u00a0à\n'], 'à'],
  ['trim', [bytes('\r\f\v à\t\n')], bytes('à')],
  ['trim', [bytes('C1C2C3'), bytes('C1')], bytes('2C3')],
  ['ltrim', ['abacaba', 'ba'], 'caba'],
  ['rtrim', ['abacaba', 'ba'], 'abac'],
  ['join', [['a', null, 'c'], ','], 'a,c'],
  ['join', [[null, 'b', null], ',', 'MISSING'], 'MISSING,b,MISSING'],
  ['join', [[bytes('a'), null], bytes(','), bytes('N')], bytes('a,N')],
])('%s of %o is %o', (name, args, expected) => {
  expect(resultOf(call(name, ...args))).toEqual(expected);
});

test.each<[name: string, args: readonly Value[]]>([
  ['split', [bytes('a,b')]],
  ['split', ['foo', bytes('C1')]],
  ['trim', [bytes('C1'), 'foo']],
  ['to_upper', [1n]],
  ['join', [['a', bytes('c')], ',']],
  ['join', [['a', 'c'], bytes(',')]],
  ['join', [['a'], ',', bytes('N')]],
])('%s of %o is an error', (name, args) => {
  expect(resultOf(call('is_error', call(name, ...args)))).toBe(true);
});
