import { expect, test } from 'vitest';

import { createToasts } from '#web/state/toasts.ts';

const titles = ({ list }: ReturnType<typeof createToasts>) => list.get().map(({ title }) => title);

test('toasts show in the order in which they came, the last three at most', () => {
  const toasts = createToasts();
  for (const title of ['one', 'two', 'three', 'four']) toasts.show({ title });
  expect(titles(toasts)).toEqual(['two', 'three', 'four']);
});

test('a toast goes alone, and one that has gone already takes none along', () => {
  const toasts = createToasts();
  const [first = 0] = ['one', 'two', 'three'].map((title) => toasts.show({ title }));
  toasts.remove(first);
  toasts.remove(first);
  expect(titles(toasts)).toEqual(['two', 'three']);
});
