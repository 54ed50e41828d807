import { expect, test } from 'vitest';

import { listKeyOf } from './list-keys.ts';

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) =>
  listKeyOf({
    key,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    repeat: false,
    ...modifiers,
  });

test('each key has its command', () => {
  expect(['Escape', 'Delete', 'Backspace', 'c', 'e', 'm', 's', 'r'].map((key) => press(key))).toEqual([
    'clear',
    'remove',
    'remove',
    'copy',
    'edit',
    'move',
    'star',
    'takeOut',
  ]);
  expect(press('E')).toBe('edit');
  expect(press('a', { ctrlKey: true })).toBe('selectAll');
  expect(press('a', { metaKey: true })).toBe('selectAll');
});

test('the keys of the browser and of the rows stay theirs', () => {
  expect(press('a')).toBeNull();
  expect(press(' ')).toBeNull();
  expect(press('s', { ctrlKey: true })).toBeNull();
  expect(press('c', { metaKey: true })).toBeNull();
  expect(press('Delete', { shiftKey: true })).toBeNull();
  expect(press('m', { altKey: true })).toBeNull();
});

test('a held key acts once, and Ctrl+A still does not select the page', () => {
  for (const key of ['Delete', 'Backspace', 's', 'r', 'e']) expect(press(key, { repeat: true })).toBeNull();
  expect(press('a', { ctrlKey: true, repeat: true })).toBe('selectAll');
});
