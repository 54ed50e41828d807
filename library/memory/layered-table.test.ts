import { expect, test } from 'vitest';

import { haveSameFields, LayeredTable } from './layered-table.ts';

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

test('the entries include patched and added records, without removed ones', () => {
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

test('an amended patch shows its new result at once', () => {
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

test("an answered patch stays until the server's record contains it, and dropping it changes nothing", () => {
  const { table, touched } = open('a');
  const patch = table.patch('a', () => ({ name: 'b' }));
  patch.attach();
  const shown = table.get('a');
  patch.sent();
  patch.answered();
  expect(table.get('a')).toBe(shown);
  touched.length = 0;
  table.setServer('a', { name: 'b' });
  // The table returns the same object, so that a list does not render the row again.
  expect(table.get('a')).toBe(shown);
  expect(touched).toEqual([]);
  table.setServer('a', { name: 'c' });
  expect(table.get('a')).toEqual({ name: 'c' });
});

test('a repeated record notifies no listener and keeps its identity', () => {
  const { table, touched } = open('a');
  const shown = table.get('a');
  table.setServer('a', { name: 'a' });
  expect(table.get('a')).toBe(shown);
  expect(touched).toEqual([]);
});

test("a patch without an answer stays even if the server's record contains it", () => {
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

test('a waiting patch stays over an earlier confirmed one', () => {
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

test('a patch without an answer stays under a later confirmed one', () => {
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

test('detaching a patch that is not attached changes nothing', () => {
  const { table, touched } = open('a');
  table.patch('a', () => ({ name: 'b' })).detach();
  table.patch('z', () => ({ name: 'z' })).detach();
  expect([...table.entries()]).toEqual([['a', { name: 'a' }]]);
  expect(touched).toEqual([]);
});
