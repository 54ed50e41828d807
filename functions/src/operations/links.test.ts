import { MESSAGES } from '@foldmark/contract/messages';
import { describe, expect, test } from 'vitest';

import { LINKS } from '#functions/store/collections.ts';
import { createLink, getLink, listLinks, updateLink, updateLinkImage } from '#functions/operations/links.ts';
import type { PageJob } from '#functions/services/services.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

const URL = 'https://new.example/';

describe('a new link', () => {
  test('is answered, and its page is read later, also after a repeat', async () => {
    const memory = new MemoryLibrary();
    const pages: PageJob[] = [];
    for (const _ of ['first', 'again']) {
      const link = await callOperation(
        createLink,
        memory.library,
        { url: URL },
        { pages, requestKey: 'the-key' },
      );
      expect(link).toMatchObject({ link_id: 1, url: URL, name: URL, domain_name: 'new.example' });
    }
    expect(pages).toEqual(Array.from({ length: 2 }, () => ({ uid: 'u1', link_id: 1, url: URL })));
    expect(memory.all(LINKS)).toHaveLength(1);
  });

  test('needs a profile', async () => {
    const { library } = new MemoryLibrary().withoutProfile();
    await expect(callOperation(createLink, library, { url: URL })).rejects.toMatchObject({
      code: 'noProfile',
    });
  });
});

describe('an edit of a link', () => {
  test('answers the link, and its page is read if the url is another one', async () => {
    const { library } = new MemoryLibrary().addLink({ link_id: 1 });
    const pages: PageJob[] = [];
    expect(await callOperation(updateLink, library, { link_id: 1, name: 'a' }, { pages })).toMatchObject({
      name: 'a',
    });
    expect(pages).toEqual([]);
    await callOperation(updateLink, library, { link_id: 1, url: URL }, { pages });
    expect(pages).toEqual([{ uid: 'u1', link_id: 1, url: URL }]);
  });

  test('of a value that another device has changed answers the stored value', async () => {
    const { library } = new MemoryLibrary().addLink({ link_id: 1, name: 'of another device' });
    const input = { link_id: 1, name: 'mine', if: { name: 'earlier' } };
    expect(await callOperation(updateLink, library, input)).toMatchObject({ name: 'of another device' });
  });
});

describe('the image of a link', () => {
  const image = { link_id: 1, s3_bucket: 'b', s3_key: 'k' };
  const uploads = { acceptsKey: async () => true, hasImage: async () => true };

  test('is set if it was uploaded', async () => {
    const { library } = new MemoryLibrary().addLink({ link_id: 1 });
    const link = await callOperation(updateLinkImage, library, image, { uploads });
    expect(link).toMatchObject({ image_s3_key: 'k' });
  });

  test.each([
    ['was not uploaded', new MemoryLibrary(), false],
    ['is being deleted', new MemoryLibrary().loseImage('k'), true],
  ])('is refused if it %s', async (_, memory, isUploaded) => {
    const { library } = memory.addLink({ link_id: 1 });
    const set = callOperation(updateLinkImage, library, image, {
      uploads: { ...uploads, hasImage: async () => isUploaded },
    });
    await expect(set).rejects.toMatchObject({ errors: [MESSAGES.uploadFailed] });
  });
});

test('links are listed by url, and one is answered by its id', async () => {
  const { library } = new MemoryLibrary()
    .addLink({ link_id: 1, url: 'https://b.example/' })
    .addLink({ link_id: 2, url: 'https://a.example/' });
  expect(await callOperation(listLinks, library, {})).toMatchObject([{ link_id: 2 }, { link_id: 1 }]);
  expect(await callOperation(getLink, library, { link_id: 1 })).toMatchObject({ link_id: 1 });
  await expect(callOperation(getLink, library, { link_id: 3 })).rejects.toMatchObject({ code: 'noSuchLink' });
});
