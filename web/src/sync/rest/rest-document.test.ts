import { expect, test } from 'vitest';

import { documentsIn } from './rest-document.ts';

test('each type of value becomes what the SDKs return', () => {
  const fields = {
    text: { stringValue: 'é' },
    count: { integerValue: '9007199254740991' },
    is: { booleanValue: false },
    none: { nullValue: null },
    at: { timestampValue: '1969-12-31T23:59:59.000001Z' },
    bytes: { bytesValue: 'AP8=' },
    empty: { arrayValue: {} },
    ids: { arrayValue: { values: [{ integerValue: '1' }, { integerValue: '2' }] } },
    image: { mapValue: { fields: { key: { stringValue: 'k' } } } },
  };
  expect(
    documentsIn([{ document: { name: 'projects/p/databases/d/documents/users/u/links/7', fields } }]),
  ).toEqual([
    {
      id: '7',
      data: {
        text: 'é',
        count: 9_007_199_254_740_991,
        is: false,
        none: null,
        at: expect.objectContaining({ seconds: -1, nanoseconds: 1000 }),
        bytes: Uint8Array.of(0, 255),
        empty: [],
        ids: [1, 2],
        image: { key: 'k' },
      },
    },
  ]);
});

test('a response without documents has none, and one that broke off is refused', () => {
  const none = { readTime: '2026-01-01T00:00:00Z' };
  expect(documentsIn([none])).toEqual([]);
  expect(() => documentsIn([none, { error: { code: 503, status: 'UNAVAILABLE' } }])).toThrow('UNAVAILABLE');
  expect(() => documentsIn({ error: {} })).toThrow('no list');
});
