import { expect, test } from 'vitest';

import {
  checkCollectionId,
  checkDatabase,
  checkDocumentName,
  checkParentName,
} from '#firestore/model/names.ts';

const root = 'projects/p/databases/(default)/documents';

test('document ids may be any text that Firestore does not reserve', () => {
  for (const path of [
    'c/d',
    'c/__id7__',
    'c/__id-7__',
    'c/__id9223372036854775807__',
    'c/__id-9223372036854775808__',
    'c/d/e/f',
    'c/💣',
    'c/___',
    `c/${'x'.repeat(1500)}`,
  ]) {
    expect(checkDocumentName(`${root}/${path}`)).toBe(`${root}/${path}`);
  }
});

test.each([
  '',
  'c',
  'c/d/e',
  'c//',
  '__c__/d',
  'c/__d__',
  'c/.',
  'c/..',
  'c/\ud800',
  `c/${'é'.repeat(751)}`,
  '__id7__/d',
  'c/__id0__',
  'c/__id007__',
  'c/__id9223372036854775808__',
  'c/__id-9223372036854775809__',
])('%j is not a document name', (path) => {
  expect(() => checkDocumentName(`${root}/${path}`)).toThrow(
    expect.objectContaining({ status: 'INVALID_ARGUMENT' }),
  );
});

test('a numeric id has 64 bits', () => {
  expect(() => checkDocumentName(`${root}/c/__id9223372036854775808__`)).toThrow(
    'Resource id "__id9223372036854775808__" is invalid because it is not a 64 bit integer.',
  );
  expect(() => checkDocumentName(`${root}/__id9223372036854775808__/d`)).toThrow(/reserved/u);
});

test('a document must be in the database that the request names', () => {
  expect(() => checkDocumentName(`${root}/c/d`, 'projects/p/databases/other')).toThrow(/is not in database/u);
});

test('invalid databases, parents and collections are rejected with their names', () => {
  expect(checkDatabase('projects/p/databases/d')).toBe('projects/p/databases/d');
  expect(() => checkDatabase('projects/p/databases/d/documents')).toThrow(/is not a database name/u);
  expect(() => checkDatabase(null)).toThrow(/is not a database name/u);
  expect(checkParentName(root)).toBe(root);
  expect(() => checkParentName(`${root}/c`)).toThrow(/names a collection/u);
  expect(() => checkParentName('documents')).toThrow(/does not begin with/u);
  expect(() => checkCollectionId('a/b')).toThrow(/contains/u);
  expect(() => checkCollectionId('__a__')).toThrow(/reserved/u);
});
