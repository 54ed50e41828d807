import { expect, test } from 'vitest';

import { keyNames, shownKey } from './key-names.ts';

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) =>
  keyNames({
    key,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    repeat: false,
    ...modifiers,
  });

test.each([
  ['a letter', 'n', {}, ['n']],
  ['a letter with caps lock', 'N', {}, ['n']],
  ['a letter with Shift', 'N', { shiftKey: true }, ['Shift+n']],
  ['a sign that needs Shift on this keyboard', '?', { shiftKey: true }, ['?']],
  ['a key with a name', 'Delete', {}, ['Delete']],
  ['Delete with Shift', 'Delete', { shiftKey: true }, ['Shift+Delete']],
  ['Ctrl', 'k', { ctrlKey: true }, ['Mod+k', 'Ctrl+k']],
  ['Cmd with caps lock', 'K', { metaKey: true }, ['Mod+k']],
  ['Ctrl and Shift', 'Z', { ctrlKey: true, shiftKey: true }, ['Shift+Mod+z', 'Shift+Ctrl+z']],
  ['Alt', 'm', { altKey: true }, []],
  ['Ctrl and Alt', 'k', { ctrlKey: true, altKey: true }, []],
] as const)('the name of a key: %s', (_, key, modifiers, names) => {
  expect(press(key, modifiers)).toEqual(names);
});

test('a held key has no name, except with Ctrl or Cmd', () => {
  for (const key of ['Delete', 's', '?']) expect(press(key, { repeat: true })).toEqual([]);
  expect(press('a', { ctrlKey: true, repeat: true })).toContain('Mod+a');
});

test('a key is shown as a user reads it', () => {
  expect(['e', 'Delete', 'Escape', 'Mod+k', 'Shift+Mod+z', '↑ ↓'].map(shownKey)).toEqual([
    'e',
    'Delete',
    'Esc',
    'Ctrl K',
    'Shift Ctrl Z',
    '↑ ↓',
  ]);
});
