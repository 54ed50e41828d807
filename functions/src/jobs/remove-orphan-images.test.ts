import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { removeOrphanImages } from '#functions/jobs/remove-orphan-images.ts';
import type { ImageFolder, StoredImage } from '#functions/services/images.ts';
import { noImageStore, noServices } from '#functions/testing/no-services.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Lists the images of a folder, with one image per page. */
async function* pagesOf(
  folder: ImageFolder,
  ages: Readonly<Record<string, number>>,
  now: Date,
): AsyncGenerator<readonly StoredImage[]> {
  for (const [key, days] of Object.entries(ages))
    if (key.startsWith(folder)) yield [{ key, modified: new Date(now.getTime() - days * DAY_MS) }];
}

/** A bucket with images of these ages in days. Documents reference some of the images. */
function setUp(
  ages: Readonly<Record<string, number>>,
  referenced: readonly string[],
  now = '2026-11-22T03:00:00Z',
  orphanImagesMax = 100,
) {
  const removed: string[] = [];
  const requested: string[] = [];
  const running = { now: 0, most: 0 };
  const time = new Date(now);
  const services = noServices({
    now: () => time,
    orphanImagesMax: () => orphanImagesMax,
    imageDeletions: async () => ({
      request: async (key) => {
        requested.push(key);
        return key;
      },
      begin: async (id) => (requested.includes(id) && !referenced.includes(id) ? id : null),
      finish: async () => undefined,
      due: async () => [],
      isInUse: async (key) => referenced.includes(key),
    }),
    imageStore: async () =>
      noImageStore({
        owns: () => true,
        remove: async (key) => {
          running.now += 1;
          running.most = Math.max(running.most, running.now);
          await tick();
          running.now -= 1;
          removed.push(key);
        },
        list: (folder) => pagesOf(folder, ages, time),
      }),
  });
  return { services, removed, running };
}

test('the job removes unreferenced images older than a day, in all folders', async () => {
  const ages = {
    'links/a': 2,
    'links/b': 0.9,
    'links/c': 2,
    'folders/d': 2.9,
    'favicons/e': 1.1,
    'pictures/f': 2,
  };
  const { services, removed } = setUp(ages, ['links/c']);
  expect(await removeOrphanImages(services)).toEqual({ images: 5, removed: 4 });
  expect(removed).toEqual(['links/a', 'folders/d', 'favicons/e', 'pictures/f']);
});

test('the job checks images older than three days only on the first of a month', async () => {
  const ages = { 'links/a': 40 };
  const other = setUp(ages, []);
  await removeOrphanImages(other.services);
  expect(other.removed).toEqual([]);
  const first = setUp(ages, [], '2026-12-01T03:00:00Z');
  await removeOrphanImages(first.services);
  expect(first.removed).toEqual(['links/a']);
});

test.each([
  ['none', 0],
  ['less than half', 100],
])('the job removes nothing if documents reference %s of more than 100 images', async (_, referenced) => {
  const keys = Array.from({ length: 202 }, (__, index) => `links/${index}`);
  const ages = Object.fromEntries(keys.map((key) => [key, 2]));
  const lost = setUp(ages, keys.slice(0, referenced));
  await expect(removeOrphanImages(lost.services)).rejects.toThrow('were the documents lost?');
  expect(lost.removed).toEqual([]);
});

test('the job removes as many orphans as an operator allows, so that no account can stop it forever', async () => {
  const ages = Object.fromEntries(Array.from({ length: 202 }, (_, index) => [`links/${index}`, 2]));
  const refused = setUp(ages, [], undefined, 201);
  await expect(removeOrphanImages(refused.services)).rejects.toThrow('deploy/README.md');
  const allowed = setUp(ages, [], undefined, 202);
  await removeOrphanImages(allowed.services);
  expect(allowed.removed).toHaveLength(202);
});

test('the job removes orphans if documents reference half of the images', async () => {
  const keys = Array.from({ length: 202 }, (_, index) => `links/${index}`);
  const half = setUp(Object.fromEntries(keys.map((key) => [key, 2])), keys.slice(0, 101));
  await removeOrphanImages(half.services);
  expect(half.removed).toHaveLength(101);
});

test('the job removes ten orphans at a time', async () => {
  const keys = Array.from({ length: 45 }, (_, index) => `links/${index}`);
  const { services, removed, running } = setUp(Object.fromEntries(keys.map((key) => [key, 2])), []);
  await removeOrphanImages(services);
  expect(removed.toSorted()).toEqual(keys.toSorted());
  expect(running.most).toBe(10);
});
