import { expect, test } from 'vitest';

import { limitMemory } from '#functions/page-details/limit-memory.ts';

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** A type section without types, and a custom section at the end. */
const TYPES = [1, 1, 0];
const CUSTOM = [0, 2, 1, 0x78];

test.each([
  ['without a maximum', [5, 3, 1, 0, 17], [5, 5, 1, 1, 17, 0x80, 0x10]],
  ['with a maximum of 32,768 pages', [5, 7, 1, 1, 0x80, 2, 0x80, 0x80, 2], [5, 6, 1, 1, 0x80, 2, 0x80, 0x10]],
])('a memory %s gets one of 2,048 pages, and the other sections stay', (_, memory, limited) => {
  const wasm = Uint8Array.from([...HEADER, ...TYPES, ...memory, ...CUSTOM]);
  expect([...limitMemory(wasm, 2048)]).toEqual([...HEADER, ...TYPES, ...limited, ...CUSTOM]);
});

test('a module without a memory is refused', () => {
  expect(() => limitMemory(Uint8Array.from([...HEADER, ...TYPES]), 2048)).toThrow('no memory');
});
