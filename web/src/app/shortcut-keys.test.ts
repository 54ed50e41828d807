import { expect, test } from 'vitest';

import { shortcutOf } from './shortcut-keys.ts';

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  defaultPrevented: false,
  ...modifiers,
});

test('each of the four keys has its shortcut', () => {
  expect(['/', 'n', 'f', '?'].map((key) => shortcutOf(press(key), false))).toEqual([
    'search',
    'new-link',
    'new-folder',
    'help',
  ]);
  expect(shortcutOf(press('x'), false)).toBeNull();
});

test('a key does nothing while the user types, or with a modifier', () => {
  expect(shortcutOf(press('n'), true)).toBeNull();
  expect(shortcutOf(press('n', { ctrlKey: true }), false)).toBeNull();
  expect(shortcutOf(press('n', { metaKey: true }), false)).toBeNull();
  expect(shortcutOf(press('/', { defaultPrevented: true }), false)).toBeNull();
});
