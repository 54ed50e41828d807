import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { documentSize, valueSize } from '#firestore/model/document-size.ts';
import type { Value } from '#firestore/model/value.ts';

const ROOT = 'projects/p/databases/(default)/documents';
const text = fc.string({ unit: 'grapheme', maxLength: 20 });

function bytes(value: string): number {
  return Buffer.byteLength(value) + 1;
}

test('a text counts its UTF-8 bytes and one more, in fields, keys and ids', () => {
  fc.assert(
    fc.property(text, text, text, (id, key, value) => {
      const segment = id.replaceAll('/', '_');
      const fields = new Map<string, Value>([[key, [value, new Map([[value, true]])]]]);
      const expected = 16 + bytes('notes') + bytes(segment) + bytes(key) + 2 * bytes(value) + 1 + 32;
      expect(documentSize(`${ROOT}/notes/${segment}`, fields)).toBe(expected);
    }),
  );
});

test("the documentation's example has 147 bytes", () => {
  // https://firebase.google.com/docs/firestore/storage-size#document-size
  const fields = new Map<string, Value>([
    ['type', 'Personal'],
    ['done', false],
    ['priority', 1n],
    ['description', 'Learn Cloud Firestore'],
  ]);
  expect(documentSize(`${ROOT}/users/jeff/tasks/my_task_id`, fields)).toBe(147);
});

test('a vector counts 8 bytes for each number', () => {
  const vector = new Map<string, Value>([
    ['__type__', '__vector__'],
    ['value', [1, 2, 3]],
  ]);
  expect(valueSize(vector)).toBe(24);
});
