import { expect, test } from 'vitest';

import { createToasts } from '#web/state/toasts.ts';

const titles = ({ list }: ReturnType<typeof createToasts>) => list.get().map(({ title }) => title);

test('the last three toasts show, in the order in which they were added', () => {
  const toasts = createToasts();
  for (const title of ['one', 'two', 'three', 'four']) toasts.show({ title });
  expect(titles(toasts)).toEqual(['two', 'three', 'four']);
});

test('removing a toast removes only that one, even if it is removed twice', () => {
  const toasts = createToasts();
  const [first = 0] = ['one', 'two', 'three'].map((title) => toasts.show({ title }));
  toasts.remove(first);
  toasts.remove(first);
  expect(titles(toasts)).toEqual(['two', 'three']);
});
