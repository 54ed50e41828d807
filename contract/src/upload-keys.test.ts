import { expect, test } from 'vitest';

import { isUploadKey, uploadKey } from './upload-keys.ts';

const ID = '7f7fbb0e-6d4a-4c1e-9a43-0f2b8a3c1d2e';

test('the key of an upload has its padded date, a random id and the extension', () => {
  const key = uploadKey({
    prefix: 'dev/uploads/',
    kind: 'link',
    at: new Date(2026, 0, 2, 3, 4, 5),
    id: ID,
    extension: 'png',
  });
  expect(key).toBe(`dev/uploads/links/2026-01-02--03-04-05--${ID}.png`);
  expect(isUploadKey(key, 'dev/uploads/', 'link')).toBe(true);
  expect(isUploadKey(key, 'dev/uploads/', 'folder')).toBe(false);
  expect(isUploadKey(key, 'prod/uploads/', 'link')).toBe(false);
});

test.each([
  'dev/uploads/links/../folders/a.png',
  'dev/uploads/links/a.png',
  `dev/uploads/links/2026-01-02--03-04-05--${ID}.png/x`,
  `dev/uploads/links/2026-01-02--03-04-05--${ID}.png\n`,
  `dev/uploads/links/2026-01-02--03-04-05--${ID}.exe`,
  `dev/uploads/links/2026-01-02--03-04-05--${ID}.svg`,
  `dev/uploads/links/2026-01-02--03-04-05--${ID}.png.html`,
])('the upload key %j is rejected', (key) => {
  expect(isUploadKey(key, 'dev/uploads/', 'link')).toBe(false);
});
