import { afterEach, expect, test, vi } from 'vitest';

import { issuer, orphanImagesMax } from '#functions/cloud/settings.ts';

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

test('the issuer is the origin of the settings, or else the address of the project', () => {
  vi.stubEnv('GCLOUD_PROJECT', 'marks');
  expect(issuer()).toBe('https://marks.web.app');
  vi.stubEnv('APP_ORIGIN', 'https://marks.example.com');
  expect(issuer()).toBe('https://marks.example.com');
});
