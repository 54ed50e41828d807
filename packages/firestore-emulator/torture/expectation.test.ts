import { expect, test } from 'vitest';

import { Expectation, type Content, type Operation } from '#firestore/torture/expectation.ts';

function content(operation: string, version = 0): Content {
  return { operation, version, amount: 0, padding: '' };
}

function batch(id: string, ...paths: readonly string[]): Operation {
  return { id, changes: new Map(paths.map((path) => [path, content(id)])) };
}

function acknowledged(...operations: readonly Operation[]): Expectation {
  const expectation = new Expectation();
  for (const operation of operations) {
    expectation.begin(0, operation);
    expectation.acknowledge(0, operation.id);
  }
  return expectation;
}

const FIRST = batch('1', 'c/a', 'c/b');
const SECOND = batch('2', 'c/a', 'c/b');
const after = (a: string, b: string): Map<string, Content> =>
  new Map([
    ['c/a', content(a)],
    ['c/b', content(b)],
  ]);

test('accepts that a pending commit was applied completely or not at all', () => {
  for (const found of ['1', '2']) {
    const expectation = acknowledged(FIRST);
    expectation.begin(0, SECOND);
    expectation.settle(after(found, found));
    expect(expectation).toMatchObject({
      acknowledged: 1,
      applied: Number(found) - 1,
      lost: 2 - Number(found),
    });
    // A commit that was found once must stay.
    expect(() => expectation.settle(after(found === '1' ? '2' : '1', '1'))).toThrow(/differs/u);
  }
});

test.each([
  ['an acknowledged commit that is lost', after('1', '1')],
  ['half of a commit', after('2', '1')],
  ['a missing document', new Map([['c/a', content('2')]])],
  ['a document that no client wrote', after('2', '2').set('c/c', content('2'))],
  ['altered data', after('2', '2').set('c/b', { ...content('2'), amount: 1 })],
])('throws for %s', (_, observed) => {
  expect(() => acknowledged(FIRST, SECOND).settle(observed)).toThrow(/c\/[abc]: expected .+, found .+/u);
});

test('throws for half of a pending commit', () => {
  for (const observed of [after('2', '1'), after('1', '2')]) {
    const expectation = acknowledged(FIRST);
    expectation.begin(0, SECOND);
    expect(() => expectation.settle(observed)).toThrow(/differs/u);
  }
});

test('orders commits on a shared document by version, and throws for two with the same version', () => {
  const shared = (id: string, version: number): Operation => ({
    id,
    changes: new Map([
      [`own/${id}`, content(id)],
      ['shared', content(id, version)],
    ]),
  });
  const expectation = acknowledged(shared('2', 2), shared('1', 1));
  expectation.settle(
    new Map([
      ['own/1', content('1')],
      ['own/2', content('2')],
      ['shared', content('2', 2)],
    ]),
  );
  expect(() => acknowledged(shared('1', 1), shared('2', 1))).toThrow(/both read version 0/u);
});
