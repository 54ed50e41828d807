import * as z from 'zod/mini';
import { expect, test } from 'vitest';

import { FOLDER_COLORS, folderIconField, isEmoji } from './folder-icon.ts';

const icon = folderIconField();

test.each(['📚', '❤️', '❤', '👩🏽‍💻', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🇮🇸', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🧑🏻‍❤️‍💋‍🧑🏿', '⌚'])('%s is one emoji', (text) => {
  expect(isEmoji(text)).toBe(true);
  expect([...new Intl.Segmenter().segment(text)]).toHaveLength(1);
  expect(z.parse(icon, ` ${text} `)).toBe(text);
});

test.each([
  '📚📚',
  'a',
  '7',
  '🇮',
  '📚 x',
  'é',
  'crimson',
  '\u200d',
  '️',
  '📚\u202e',
  '\ud83d',
  `📚${'‍📚'.repeat(20)}`,
])('%j is no icon of a folder', (text) => {
  expect(z.safeParse(icon, text).success).toBe(false);
});

test.each(['', ...FOLDER_COLORS])('a folder can have the icon %j', (text) => {
  expect(z.parse(icon, text)).toBe(text);
});
