import { afterEach, expect, test, vi } from 'vitest';

import { readerOf } from './reader.ts';

const ACCESS = { baseUrl: 'https://firestore.example', projectId: 'p', idToken: 'token', appToken: null };

afterEach(() => {
  vi.unstubAllGlobals();
});

test('after the server has refused a token, the next read asks with a new one', async () => {
  const statuses = [401, 503, 200, 200];
  vi.stubGlobal('fetch', async () => new Response('[]', { status: statuses.shift() ?? 500 }));
  const asked: boolean[] = [];
  const readAll = readerOf(async ({ fresh }) => {
    asked.push(fresh);
    return ACCESS;
  });
  await expect(readAll('users/u/links')).rejects.toThrow('401');
  await expect(readAll('users/u/links')).rejects.toThrow('503');
  for (let read = 0; read < 2; read += 1) expect(await readAll('users/u/links')).toEqual([]);
  expect(asked).toEqual([false, true, false, false]);
});

test('a signed-out user sends no request', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  await expect(readerOf(async () => null)('users/u/links')).rejects.toThrow('signed out');
  expect(fetched).not.toHaveBeenCalled();
});
