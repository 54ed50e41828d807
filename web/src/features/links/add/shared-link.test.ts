import { expect, test } from 'vitest';

import { sharedLink } from './shared-link.ts';

const shared = (params: Record<string, string>) => sharedLink(new URLSearchParams(params));

test('a bookmarklet passes the url and the title', () => {
  expect(shared({ url: ' https://example.com/?a=1#b ', title: 'Example' })).toEqual({
    url: 'https://example.com/?a=1#b',
    title: 'Example',
  });
});

test.each([
  [{ text: 'https://example.com/a' }, 'https://example.com/a', ''],
  [{ text: 'Look at this: https://example.com/a.', title: 'A page' }, 'https://example.com/a', 'A page'],
  [{ text: '"A page" (https://example.com/a)' }, 'https://example.com/a', ''],
  [{ title: 'https://example.com/a' }, 'https://example.com/a', ''],
  [{ title: 'A page https://example.com/a' }, 'https://example.com/a', 'A page https://example.com/a'],
  [{ url: 'example.com', title: 'example.com' }, 'example.com', ''],
  [{ text: 'example.com' }, 'example.com', ''],
  [{ url: 'https://example.com/', text: 'https://other.example/' }, 'https://example.com/', ''],
  [{ url: '', text: '', title: 'A page' }, '', 'A page'],
  [{ url: 'https://example.com/', title: 'A\u202e\0 page' }, 'https://example.com/', 'A page'],
  [{}, '', ''],
])('the shared text %j has the url %j', (params, url, title) => {
  expect(shared(params)).toEqual({ url, title });
});
