import { expect, test } from 'vitest';

import { matchesFilter } from '#firestore/query/filter.ts';
import type { FilterOperator } from '#firestore/query/filter.ts';
import { Timestamp, type Value } from '#firestore/model/value.ts';

const at = new Timestamp(0, 0);

function matching(operator: FilterOperator, operand: Value, values: readonly Value[]): Value[] {
  return values.filter((value) =>
    matchesFilter(
      { kind: 'field', path: ['f'], operator, value: operand },
      {
        name: 'projects/p/databases/d/documents/c/d',
        fields: new Map([['f', value]]),
        createTime: at,
        updateTime: at,
      },
    ),
  );
}

test.each<[FilterOperator, Value, Value[]]>([
  ['<', 2n, [1n]],
  ['<=', 2n, [1n, 2]],
  ['>=', 2n, [2, 2.5]],
  ['>', -Infinity, [1n, 2, 2.5]],
  ['>=', Number.NaN, []],
  ['==', Number.NaN, [Number.NaN]],
  ['!=', 2n, [Number.NaN, 1n, 2.5, 'text']],
  ['in', [Number.NaN, null, 1n], [1n]],
  ['not-in', [2n], [Number.NaN, 1n, 2.5, 'text']],
  // As in Google's emulator, not-in does not exclude NaN.
  ['not-in', [Number.NaN, 'text'], [Number.NaN, 1n, 2, 2.5]],
  // As in the real service, no value is not-in a list with null.
  ['not-in', [null], []],
  ['not-in', [1n, null], []],
])(
  'the filter %s %o matches values of its type, and NaN only if the filter names it',
  (operator, operand, expected) => {
    expect(matching(operator, operand, [null, Number.NaN, 1n, 2, 2.5, 'text'])).toEqual(expected);
  },
);
