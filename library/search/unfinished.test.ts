import { expect, test } from 'vitest';

import { folderNamesOf } from './folder-names.ts';
import { sampleLibrary } from './testing/sample-library.ts';
import { NOW } from './testing/samples.ts';
import { beforeFieldName, beforeUnfinished } from './unfinished.ts';

const library = sampleLibrary();
const context = { library, folders: folderNamesOf(library.tree), now: NOW };

test.each([
  ['soup in:', 'soup'],
  ['soup in:rea', 'soup'],
  ['soup -in:rea', 'soup'],
  ['soup in:"rea', 'soup'],
  ['soup #', 'soup'],
  ['soup -', 'soup'],
  ['is:f', ''],
  ['soup has:no', 'soup'],
  ['soup title:', 'soup'],
  ['soup created:', 'soup'],
  ['soup created:<3', 'soup'],
  ['soup created:202', 'soup'],
  ['soup created:2024-', 'soup'],
  ['soup created:2024.', 'soup'],
  ['soup created:"last mo', 'soup'],
  ['soup before:yest', 'soup'],
])('while %j is typed, the results of %j stay', (text, before) => {
  expect(beforeUnfinished(text, context)).toBe(before);
});

test.each([
  'soup',
  'soup in:Reading',
  'soup in:rea ',
  'soup in:nowhere',
  'soup is:fav',
  'soup is:unknown',
  'soup title:a',
  'soup foo:',
  'soup created:2024',
  'soup created:2024-02-30',
  'soup created:2024-13',
  'soup created:<30d',
  'soup created:yesterdayish',
  'https://',
  'c#',
  '',
])('%j is complete', (text) => {
  expect(beforeUnfinished(text, context)).toBeNull();
});

test.each([
  ['soup cre', 'soup'],
  ['soup -in', 'soup'],
  ['soup is', 'soup'],
  ['cre', null],
  ['soup c', null],
  ['soup cream', null],
  ['soup "cre', null],
])('%j may become a field after %j', (text, before) => {
  expect(beforeFieldName(text)).toBe(before);
});
