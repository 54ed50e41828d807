import { expect, test } from 'vitest';

import { shortcutOf } from './shortcut-keys.ts';

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
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
  // With caps lock, and with the shift key.
  expect(shortcutOf(press('N'), false)).toBe('new-link');
  expect(shortcutOf(press('N', { shiftKey: true }), false)).toBeNull();
});

test('a key does nothing while the user types, or with a modifier', () => {
  expect(shortcutOf(press('n'), true)).toBeNull();
  expect(shortcutOf(press('n', { ctrlKey: true }), false)).toBeNull();
  expect(shortcutOf(press('n', { metaKey: true }), false)).toBeNull();
  expect(shortcutOf(press('/', { defaultPrevented: true }), false)).toBeNull();
});

test.each([
  ['undo', 'z', { ctrlKey: true }],
  ['undo', 'z', { metaKey: true }],
  ['redo', 'Z', { ctrlKey: true, shiftKey: true }],
  ['redo', 'Z', { metaKey: true, shiftKey: true }],
  ['redo', 'y', { ctrlKey: true }],
] as const)('%s: %s with %o', (shortcut, key, modifiers) => {
  expect(shortcutOf(press(key, modifiers), false)).toBe(shortcut);
  expect(shortcutOf(press(key, modifiers), true)).toBeNull();
  expect(shortcutOf(press(key, { ...modifiers, altKey: true }), false)).toBeNull();
});

test('quick open has a key also while the user types', () => {
  for (const isTyping of [true, false]) {
    expect(shortcutOf(press('k', { ctrlKey: true }), isTyping)).toBe('quick-open');
    expect(shortcutOf(press('K', { metaKey: true }), isTyping)).toBe('quick-open');
    expect(shortcutOf(press('k'), isTyping)).toBeNull();
    expect(shortcutOf(press('k', { ctrlKey: true, shiftKey: true }), isTyping)).toBeNull();
    expect(shortcutOf(press('k', { ctrlKey: true, altKey: true }), isTyping)).toBeNull();
  }
});

test('other letters with a modifier are left to the browser', () => {
  expect(shortcutOf(press('y', { metaKey: true }), false)).toBeNull();
  expect(shortcutOf(press('z'), false)).toBeNull();
});
