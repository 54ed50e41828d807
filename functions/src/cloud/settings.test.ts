import { afterEach, expect, test, vi } from 'vitest';

import { orphanImagesMax } from '#functions/cloud/settings.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the limit of deleted images without a document is 100, or what the operator allows', () => {
  expect(orphanImagesMax()).toBe(100);
  vi.stubEnv('ORPHAN_IMAGES_MAX', '5000');
  expect(orphanImagesMax()).toBe(5000);
});

test.each(['5_000', '5000 images', 'all'])(
  'a limit of "%s" is an error, since no number exceeds it',
  (text) => {
    vi.stubEnv('ORPHAN_IMAGES_MAX', text);
    expect(() => orphanImagesMax()).toThrow('ORPHAN_IMAGES_MAX');
  },
);
