import { expect, test } from 'vitest';

import { shortcutOf } from './shortcut-keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  defaultPrevented: false,
  ...more,
});

test('the four keys do what the list of shortcuts says', () => {
  expect(['/', 'n', 'f', '?'].map((key) => shortcutOf(press(key), false))).toEqual([
    'search',
    'new-link',
    'new-folder',
    'help',
  ]);
  expect(shortcutOf(press('x'), false)).toBeNull();
});

test('no key does anything while somebody types, or together with the keys of the browser', () => {
  expect(shortcutOf(press('n'), true)).toBeNull();
  expect(shortcutOf(press('n', { ctrlKey: true }), false)).toBeNull();
  expect(shortcutOf(press('n', { metaKey: true }), false)).toBeNull();
  expect(shortcutOf(press('/', { defaultPrevented: true }), false)).toBeNull();
});
