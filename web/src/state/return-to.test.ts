import { describe, expect, it } from 'vitest';

import { returnToIn } from './return-to.ts';

describe('returnToIn', () => {
  it('returns the path with its query', () => {
    expect(returnToIn({ returnTo: '/links/create?url=https://example.com' })).toBe(
      '/links/create?url=https://example.com',
    );
  });

  it.each([null, undefined, 'text', {}, { returnTo: 7 }, { returnTo: '' }])(
    'returns / without a path: %j',
    (state) => {
      expect(returnToIn(state)).toBe('/');
    },
  );

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never leaves the app: %s',
    (returnTo) => {
      expect(returnToIn({ returnTo })).toBe('/');
    },
  );
});
