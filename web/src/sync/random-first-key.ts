import type { Key } from '@foldmark/library/memory/keys';

const KEYS_PER_LIBRARY = 2 ** 20;

/**
 * The start of a library's own range of keys. Keys must be unique across pages, because unsent changes keep their keys in the
 * next page.
 */
export function randomFirstKey(): Key {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return -random * KEYS_PER_LIBRARY;
}
