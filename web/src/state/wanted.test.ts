import { describe, expect, it } from 'vitest';

import { wantedIn } from './wanted.ts';

describe('wantedIn', () => {
  it('answers the path that was wanted, with its query', () => {
    expect(wantedIn({ wanted: '/links/create?url=https://example.com' })).toBe(
      '/links/create?url=https://example.com',
    );
  });

  it.each([null, undefined, 'text', {}, { wanted: 7 }, { wanted: '' }])(
    'goes home without one: %j',
    (state) => {
      expect(wantedIn(state)).toBe('/');
    },
  );

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never leaves the app: %s',
    (wanted) => {
      expect(wantedIn({ wanted })).toBe('/');
    },
  );
});
