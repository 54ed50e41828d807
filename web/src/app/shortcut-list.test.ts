import { expect, test } from 'vitest';

import { LIST_KEYS } from '#web/listing/list/list-keys.ts';

import { APP_KEYS } from './shortcut-keys.ts';
import { SHORTCUTS } from './shortcut-list.ts';

test('the dialog lists every key of the app and of the lists', () => {
  const listed = new Set(SHORTCUTS.flatMap(([key, effect]) => [key, ...(effect.match(/Backspace/) ?? [])]));
  const keys = [...Object.keys(APP_KEYS), ...Object.keys(LIST_KEYS)];
  expect(keys.map((key) => key.replace('Escape', 'Esc')).filter((key) => !listed.has(key))).toEqual([]);
});
