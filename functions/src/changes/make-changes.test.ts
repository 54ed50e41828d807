import type { LibraryChange } from '@foldmark/library/changes/changes';
import { flipped } from '@foldmark/library/changes/edits';
import { undoOf } from '@foldmark/library/changes/revert';
import { describe, expect, test } from 'vitest';

import { load } from '#functions/changes/load.ts';
import { makeOnly, mutate, undoMutation } from '#functions/changes/make-changes.ts';
import { Failure } from '#functions/errors/failure.ts';
import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS } from '#functions/store/collections.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

const PAGE = { description: 'About it', picture_s3_key: 'dev/uploads/pictures/u/1.webp' };

/** Link 1 is in folder 1 and starred. Link 3 and folder 3 are in the trash. Folder 2 is in folder 1. */
function someLibrary(): MemoryLibrary {
  return new MemoryLibrary()
    .addLink({ link_id: 1, note: 'of 1' })
    .addLink({ link_id: 2, url: 'https://example.com/2', favicon_key: 'icon', favicon_url: 'url' })
    .addLink({ link_id: 3, status_id: 2 })
    .addFolder({ folder_id: 1 })
    .addFolder({ folder_id: 2, parent_folder_id: 1 })
    .addFolder({ folder_id: 3, status_id: 2 })
    .addMember({ folder_link_id: 1, folder_id: 1, link_id: 1 })
    .addFavorite('link', 1);
}

async function make(memory: MemoryLibrary, change: LibraryChange, requestKey: string | null = null) {
  return memory.library.transaction(async (transaction) => makeOnly(transaction, change, requestKey));
}

function linkIn(memory: MemoryLibrary, id: number) {
  return memory.all(LINKS).find(({ link_id }) => link_id === id);
}

describe('a change', () => {
  test('of a url takes the icon of another site away, and sets the domain', async () => {
    const memory = someLibrary();
    await make(memory, { kind: 'link.set', link_id: 2, url: 'https://other.example/' });
    expect(linkIn(memory, 2)).toMatchObject({
      domain_name: 'other.example',
      favicon_key: '',
      favicon_url: '',
    });
  });

  test('of a url empties what another page said, also on the same site', async () => {
    const memory = new MemoryLibrary().addLink({ link_id: 1, url: 'https://a.example/1', ...PAGE });
    await make(memory, { kind: 'link.set', link_id: 1, note: 'mine' });
    expect(linkIn(memory, 1)).toMatchObject(PAGE);
    await make(memory, { kind: 'link.set', link_id: 1, url: 'https://a.example/2' });
    expect(linkIn(memory, 1)).toMatchObject({ description: '', picture_s3_key: '' });
  });

  test('that merges two links copies the details of the page, and its undo empties them again', async () => {
    const memory = new MemoryLibrary().addLink({ link_id: 1, ...PAGE }).addLink({ link_id: 2 });
    const { edits } = await make(memory, { kind: 'link.merge', link_id: 1, into_id: 2 });
    expect([linkIn(memory, 1), linkIn(memory, 2)]).toMatchObject([PAGE, PAGE]);
    const [undo] = undoOf(edits, () => 'bucket');
    if (undo?.kind !== 'revert') throw new Error('No undo.');
    await make(memory, undo);
    expect(linkIn(memory, 2)).toMatchObject({ description: '', picture_s3_key: '' });
    expect(linkIn(memory, 1)).toMatchObject({ ...PAGE, status_id: 1 });
  });

  test('that merges again after the other link has lost its picture sets no picture', async () => {
    const memory = new MemoryLibrary().addLink({ link_id: 1, ...PAGE }).addLink({ link_id: 2 });
    const { edits } = await make(memory, { kind: 'link.merge', link_id: 1, into_id: 2 });
    const [undo] = undoOf(edits, () => 'bucket');
    if (undo?.kind !== 'revert') throw new Error('No undo.');
    await make(memory, undo);
    await make(memory, { kind: 'link.set', link_id: 1, url: 'https://other.example/' });
    await memory.library.transaction(async (transaction) => {
      for (const edit of edits) await load(transaction, [undoMutation(flipped(edit))]);
      for (const edit of edits) await mutate(transaction, undoMutation(flipped(edit)));
    });
    expect(linkIn(memory, 2)).toMatchObject({ description: PAGE.description, picture_s3_key: '' });
  });

  test('of a membership gets an id, and its edit names it', async () => {
    const memory = someLibrary();
    const { edits } = await make(memory, { kind: 'member.set', folder_id: 2, link_id: 2, present: true });
    expect(edits).toMatchObject([{ table: 'folder_links', before: null, after: { folder_link_id: 2 } }]);
    expect(memory.all(FOLDER_LINKS)).toContainEqual({ folder_link_id: 2, folder_id: 2, link_id: 2 });
  });

  test('that merges two links gives one the note, the folder and the star of the other', async () => {
    const memory = someLibrary();
    await make(memory, { kind: 'link.merge', link_id: 1, into_id: 2 });
    expect(linkIn(memory, 1)).toMatchObject({ status_id: 2 });
    expect(linkIn(memory, 2)).toMatchObject({ note: 'of 1' });
    expect(memory.all(FOLDER_LINKS)).toHaveLength(2);
    expect(memory.all(FAVORITES)).toHaveLength(2);
  });

  test('that deletes a folder forever deletes its subfolders and memberships, and its edit names only the folder', async () => {
    const memory = someLibrary();
    await make(memory, { kind: 'folder.set', folder_id: 1, status_id: 2 });
    const { edits, deleted } = await make(memory, { kind: 'folder.delete', folder_id: 1 });
    expect(edits).toMatchObject([{ key: { folder_id: 1 }, name: 'folder 1', after: null, forever: true }]);
    expect(deleted).toMatchObject({ folder_ids: [1, 2], folder_links: [{ folder_link_id: 1 }] });
    expect(memory.all(FOLDERS)).toMatchObject([{ folder_id: 3 }]);
  });

  test('that marks two links as no duplicates is stored in the first one', async () => {
    const memory = someLibrary();
    await make(memory, { kind: 'link.distinct', link_id: 1, other_id: 2, distinct: true });
    expect(linkIn(memory, 1)).toMatchObject({ distinct_from: [2] });
    await make(memory, { kind: 'link.distinct', link_id: 1, other_id: 2, distinct: false });
    expect(linkIn(memory, 1)).toMatchObject({ distinct_from: [] });
  });

  test.each([
    ['an edit', { kind: 'link.set', link_id: 9, name: 'a' }, 'noSuchLink'],
    ['a folder', { kind: 'folder.set', folder_id: 9, name: 'a' }, 'noSuchFolder'],
    ['a new folder', { kind: 'folder.create', ref: -1, name: 'a', parent_folder_id: 9 }, 'noSuchParent'],
    ['a move', { kind: 'folder.move', folder_id: 1, parent_folder_id: 2 }, 'folderInItself'],
    ['a deletion', { kind: 'link.delete', link_id: 1 }, 'notInTrash'],
  ] as const)('that can not be made fails: %s', async (_, change, code) => {
    await expect(make(someLibrary(), change)).rejects.toThrow(new Failure(code));
  });
});

describe('a creation', () => {
  const change = { kind: 'link.create', ref: -1, url: 'https://new.example/' } as const;

  test('with the key of an earlier one makes nothing and names the earlier link', async () => {
    const memory = someLibrary();
    const first = await make(memory, change, 'the-key');
    const again = await make(memory, change, 'the-key');
    expect(first).toMatchObject({ created: { kind: 'link', id: 4 }, edits: [{ before: null }] });
    expect(again).toMatchObject({ created: { kind: 'link', id: 4 }, edits: [] });
    expect(memory.all(LINKS)).toHaveLength(4);
  });

  test('with the key of an earlier one fails if it has another url', async () => {
    const memory = someLibrary();
    await make(memory, change, 'the-key');
    const other = { ...change, url: 'https://other.example/' };
    await expect(make(memory, other, 'the-key')).rejects.toThrow(new Failure('keyReused'));
  });
});

describe('the image of a link', () => {
  const image = { kind: 'link.image', link_id: 1, s3_bucket: 'b', s3_key: 'the-image' } as const;

  test('that is being deleted is left alone', async () => {
    const memory = someLibrary().loseImage('the-image');
    expect(await make(memory, image)).toMatchObject({
      edits: [],
      leftAlone: ['image_s3_key'],
      isImageLost: true,
    });
    expect(linkIn(memory, 1)).toMatchObject({ image_s3_key: '' });
  });

  test('passes to the link that it is merged into, without a look at its deletion', async () => {
    const memory = someLibrary().addLink({ link_id: 4, image_s3_key: 'the-image' }).loseImage('the-image');
    await make(memory, { kind: 'link.merge', link_id: 4, into_id: 1 });
    expect(linkIn(memory, 1)).toMatchObject({ image_s3_key: 'the-image' });
  });
});
