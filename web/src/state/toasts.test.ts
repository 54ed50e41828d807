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

test('a message that shows already is renewed and pushes out no other, but each action keeps its toast', () => {
  const toasts = createToasts();
  const action = { label: 'Undo', run: () => undefined };
  toasts.show({ title: 'Link added.', action });
  toasts.show({ title: 'Link added.', action });
  const refused = { title: 'Please enter a url.', details: ['1 line was left out.'] };
  const first = toasts.show(refused);
  const last = toasts.show(refused);
  expect(titles(toasts)).toEqual(['Link added.', 'Link added.', 'Please enter a url.']);
  // A new toast, so that screen readers read it again and its time restarts.
  expect(last).not.toBe(first);
  toasts.show({ ...refused, details: ['2 lines were left out.'] });
  expect(titles(toasts)).toEqual(['Link added.', 'Please enter a url.', 'Please enter a url.']);
});
