import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { expect, test } from 'vitest';
import { parseRuleset } from '@foldmark/firestore-emulator/src/rules/ruleset.ts';
import type { RuleMethod } from '@foldmark/firestore-emulator/src/rules/ruleset.ts';
import { referenceTo, requestOf, where } from '@foldmark/firestore-emulator/src/rules/test-support.ts';
import type { Attempt } from '@foldmark/firestore-emulator/src/rules/test-support.ts';

const source = readFileSync(join(PROJECT_ROOT, 'firestore.rules'), 'utf8');
const access = { get: () => null, getAfter: () => null };

function allowed(attempt: Attempt): boolean {
  return parseRuleset(source).decide(requestOf(attempt), access).allowed;
}

test("the product's rules parse without a warning", () => {
  expect(parseRuleset(source).warnings).toEqual([]);
});

test.each(['links', 'folders', 'folder_links', 'favorites', 'actions', 'snapshots'])(
  'only the owner can read %s',
  (collection) => {
    const path = `users/ann/${collection}`;
    for (const [method, at] of [
      ['get', `${path}/1`],
      ['list', path],
    ] as const) {
      expect(allowed({ method, path: at, uid: 'ann' })).toBe(true);
      expect(allowed({ method, path: at, uid: 'bob' })).toBe(false);
      expect(allowed({ method, path: at })).toBe(false);
    }
  },
);

test('a user can read their profile, and query profiles only by their own id', () => {
  expect(allowed({ method: 'get', path: 'users/ann', uid: 'ann' })).toBe(true);
  expect(allowed({ method: 'get', path: 'users/ann', uid: 'bob' })).toBe(false);
  expect(allowed({ method: 'list', path: 'users', uid: 'ann' })).toBe(false);
  const own = where('__name__', '==', referenceTo('users/ann'));
  expect(allowed({ method: 'list', path: 'users', uid: 'ann', query: { where: own } })).toBe(true);
  expect(allowed({ method: 'list', path: 'users', uid: 'bob', query: { where: own } })).toBe(false);
});

test('not even the owner can read the counters and the undo data of an action', () => {
  expect(allowed({ method: 'get', path: 'users/ann/private/action.the-action.0', uid: 'ann' })).toBe(false);
  expect(allowed({ method: 'get', path: 'users/ann/private/counters', uid: 'ann' })).toBe(false);
  expect(allowed({ method: 'get', path: 'users/ann/private/snapshot', uid: 'ann' })).toBe(false);
  expect(allowed({ method: 'list', path: 'users/ann/private', uid: 'ann' })).toBe(false);
});

test('not even the owner can read connected apps, and no client can read access tokens and codes', () => {
  expect(allowed({ method: 'get', path: 'users/ann/grants/the-grant', uid: 'ann' })).toBe(false);
  expect(allowed({ method: 'list', path: 'users/ann/grants', uid: 'ann' })).toBe(false);
  expect(allowed({ method: 'get', path: 'tokens/abc', uid: 'ann' })).toBe(false);
  expect(allowed({ method: 'list', path: 'tokens', uid: 'ann' })).toBe(false);
  expect(allowed({ method: 'get', path: 'codes/abc', uid: 'ann' })).toBe(false);
  const own = where('uid', '==', 'ann');
  expect(allowed({ method: 'list', path: 'codes', uid: 'ann', query: { where: own } })).toBe(false);
});

test('no user can query a collection group', () => {
  for (const path of ['links', 'private', 'users', 'grants', 'tokens', 'codes']) {
    expect(allowed({ method: 'list', path, allDescendants: true, uid: 'ann' })).toBe(false);
  }
});

test.each([
  'users/ann',
  'users/ann/links/1',
  'users/ann/private/counters',
  'users/ann/actions/1',
  'users/ann/snapshots/00',
  'users/ann/grants/the-grant',
  'tokens/abc',
  'codes/abc',
  'other/1',
])('no browser can write %s', (path) => {
  for (const method of ['create', 'update', 'delete'] satisfies RuleMethod[]) {
    expect(allowed({ method, path, uid: 'ann', before: {}, after: {} })).toBe(false);
  }
});

test('no user can read documents outside of users', () => {
  expect(allowed({ method: 'get', path: 'other/1', uid: 'ann' })).toBe(false);
  expect(allowed({ method: 'list', path: 'other', uid: 'ann' })).toBe(false);
});
