import { expect, test } from 'vitest';

import { haveSameFields, LayeredTable } from '#web/sync/library/layered-table.ts';

interface Row {
  readonly name: string;
}

function open(...names: readonly string[]) {
  const touched: (readonly [string, string | undefined])[] = [];
  const table = new LayeredTable<string, Row>(haveSameFields, (key, before) => {
    touched.push([key, before?.name]);
  });
  for (const name of names) table.setServer(name, { name });
  touched.length = 0;
  return { table, touched };
}

test('the entries are what is seen: changed, added and without what a change removes', () => {
  const { table } = open('a', 'b', 'c');
  table.patch('a', () => ({ name: 'changed' })).attach();
  table.patch('b', () => undefined).attach();
  table.patch('d', () => ({ name: 'new' })).attach();
  expect(Object.fromEntries(table.entries())).toEqual({
    a: { name: 'changed' },
    c: { name: 'c' },
    d: { name: 'new' },
  });
});

test('a change that is amended shows at once what the server will make of it', () => {
  const { table, touched } = open('a');
  const patch = table.patch('a', () => ({ name: 'typed' }));
  patch.attach();
  patch.amend(() => ({ name: 'completed' }));
  expect(table.get('a')).toEqual({ name: 'completed' });
  expect(touched).toEqual([
    ['a', 'a'],
    ['a', 'typed'],
  ]);
});

test('an answered change stays until the record of the server holds it, and then changes nothing', () => {
  const { table, touched } = open('a');
  const patch = table.patch('a', () => ({ name: 'b' }));
  patch.attach();
  const shown = table.get('a');
  patch.sent();
  patch.answered();
  expect(table.get('a')).toBe(shown);
  touched.length = 0;
  table.setServer('a', { name: 'b' });
  // The same object: a list that compares by identity draws no row again.
  expect(table.get('a')).toBe(shown);
  expect(touched).toEqual([]);
  table.setServer('a', { name: 'c' });
  expect(table.get('a')).toEqual({ name: 'c' });
});

test('a record that the server repeats is told to no one and stays the same object', () => {
  const { table, touched } = open('a');
  const shown = table.get('a');
  table.setServer('a', { name: 'a' });
  expect(table.get('a')).toBe(shown);
  expect(touched).toEqual([]);
});

test('a change that the server holds but has not answered stays, since its answer may be an error', () => {
  const { table } = open('a');
  const patch = table.patch('a', () => ({ name: 'b' }));
  patch.attach();
  patch.sent();
  table.setServer('a', { name: 'b' });
  table.setServer('a', { name: 'elsewhere' });
  expect(table.get('a')).toEqual({ name: 'b' });
  patch.answered();
  expect(table.get('a')).toEqual({ name: 'elsewhere' });
});

test('a later change that still waits stays over an earlier one that is done', () => {
  const { table } = open('a');
  const first = table.patch('a', () => ({ name: 'b' }));
  const second = table.patch('a', () => ({ name: 'c' }));
  for (const patch of [first, second]) patch.attach();
  expect([first.result()?.name, second.result()?.name]).toEqual(['b', 'c']);
  first.sent();
  first.answered();
  table.setServer('a', { name: 'b' });
  expect(table.get('a')).toEqual({ name: 'c' });
  second.detach();
  expect(table.get('a')).toEqual({ name: 'b' });
});

test('a change without an answer stays under a later one that is done', () => {
  const { table } = open('a');
  const first = table.patch('a', (record) => record && { name: `${record.name}1` });
  const second = table.patch('a', () => ({ name: 'b' }));
  for (const patch of [first, second]) {
    patch.attach();
    patch.sent();
  }
  second.answered();
  table.setServer('a', { name: 'b' });
  table.setServer('a', { name: 'c' });
  expect(table.get('a')).toEqual({ name: 'c1' });
});

test('detaching a change that is not attached changes nothing', () => {
  const { table, touched } = open('a');
  table.patch('a', () => ({ name: 'b' })).detach();
  table.patch('z', () => ({ name: 'z' })).detach();
  expect([...table.entries()]).toEqual([['a', { name: 'a' }]]);
  expect(touched).toEqual([]);
});
