import { expect, test } from 'vitest';

import { ENDPOINTS } from './endpoint-table.ts';
import type { Endpoint } from './endpoint.ts';
import { allows, SCOPES } from './scopes.ts';

const ALL: Readonly<Record<string, Endpoint>> = ENDPOINTS;

function pathsOf(scope: string): string[] {
  return Object.keys(ALL).filter((path) => ALL[path]?.scope === scope);
}

test('every call says what a token needs, and only calls without a caller ignore tokens', () => {
  const known = new Set<string>([...SCOPES, 'never', 'open']);
  const wrong = Object.entries(ALL).filter(
    ([, { needs, scope }]) =>
      !known.has(scope) ||
      (scope === 'open') !== (needs === 'nothing') ||
      // A token proves no more than a profile: the account behind it is not signed in.
      (needs === 'token' && scope !== 'never'),
  );
  expect(wrong).toEqual([]);
});

test('no token can delete for ever, touch the account, upload images or make apps', () => {
  expect(pathsOf('never')).toEqual([
    '/users/login-register/',
    '/users/get-auth/',
    '/users/update/',
    '/users/delete/',
    '/folders/update-image/',
    '/folders/delete/',
    '/links/update-image/',
    '/links/delete/',
    '/trash/empty/',
    '/uploads/grant/',
    '/snapshots/create/',
    '/grants/list/',
    '/grants/create/',
    '/grants/revoke/',
    '/grants/undo/',
    '/connect/check/',
    '/connect/decide/',
  ]);
});

test('a token that can only read can make no call that changes something', () => {
  expect(pathsOf('read')).toEqual([
    '/users/get/',
    '/favorites/list/',
    '/folders/get/',
    '/folders/list/',
    '/folder-links/list/',
    '/links/get/',
    '/links/list/',
    '/library/changes/',
  ]);
});

test('each scope includes those before it, and no later one', () => {
  for (const [has, scope] of SCOPES.entries())
    for (const [needs, needed] of SCOPES.entries()) expect(allows([scope], needed)).toBe(needs <= has);
  expect(allows([], 'read')).toBe(false);
});
