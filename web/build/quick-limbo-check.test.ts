import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { haveSameKeys, withQuickLimboCheck } from './quick-limbo-check.ts';

test('in the installed SDK, the check runs before the loop over all documents', async () => {
  const require = createRequire(import.meta.url);
  const dist = join(dirname(require.resolve('firebase/package.json')), '../@firebase/firestore/dist');
  const name = (await readdir(dist)).find((file) => /^common-.*\.esm\.js$/.test(file)) ?? '';
  const code = await readFile(join(dist, name), 'utf8');
  // The sets that the loop and its search use.
  expect(code).toContain('return !this.zu.has(e) && (');
  expect(code).toMatch(/this\.Yu\.forEach\(\(e => \{\s+this\.uc\(e\.key\)/);
  const patched = withQuickLimboCheck(code);
  expect(patched).toContain('haveSameKeys(this.Yu, this.zu) || this.Yu.forEach((e => {');
  expect(patched).toContain('function haveSameKeys(');
});

class Key {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  isEqual(other: Key): boolean {
    return this.#name === other.#name;
  }
}

function iteratorOf<T>(items: readonly T[]) {
  const rest = [...items];
  return {
    hasNext: () => rest.length > 0,
    getNext: () => {
      const next = rest.shift();
      if (next === undefined) throw new Error('There is no next one.');
      return next;
    },
  };
}

test.each([
  [['a', 'b'], ['a', 'b'], true],
  [[], [], true],
  [['a', 'b'], ['a'], false],
  [['a', 'b'], ['a', 'c'], false],
])('the keys %j and %j are the same: %s', (left, right, same) => {
  const shown = left.map((name) => ({ key: new Key(name) }));
  const confirmed = right.map((name) => new Key(name));
  expect(
    haveSameKeys(
      { size: shown.length, keyedMap: { getIterator: () => iteratorOf(shown) } },
      { size: confirmed.length, getIterator: () => iteratorOf(confirmed) },
    ),
  ).toBe(same);
});
