import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';

import {
  applyChange,
  batchableChangeSchema,
  type LibraryChange,
  libraryChangeSchema,
  readsOf,
} from '#library/changes/changes.ts';
import { type Edit, flipped, storedEditsSchema } from '#library/changes/edits.ts';
import { revert, revertEdit, undoOf } from '#library/changes/revert.ts';
import { anyChange, numbered } from '#library/changes/testing/any-change.ts';
import { MapLibrary } from '#library/changes/testing/map-library.ts';

const NOW = 1_700_000_000_000_000;

/** Makes changes in order. Returns the edits of those that are possible. */
function make(library: MapLibrary, ...changes: readonly LibraryChange[]): Edit[] {
  return changes.flatMap((change) => {
    const applied = applyChange(change, library, NOW);
    if ('refused' in applied) return [];
    return [...library.commit(applied.edits)];
  });
}

/** Reverts edits, the last one first. Returns why some were left alone. */
function undo(library: MapLibrary, edits: readonly Edit[]): unknown[] {
  return edits.toReversed().flatMap((edit) => {
    const applied = revertEdit(edit, library);
    if ('refused' in applied) return [applied.refused];
    library.commit(applied.edits);
    return applied.leftAlone;
  });
}

/**
 * A library with two folders, one inside the other, and three links. The first link is starred, is in the first folder, and has a
 * note.
 */
function someLibrary(): MapLibrary {
  const library = new MapLibrary();
  make(
    library,
    { kind: 'folder.create', ref: 1, name: 'Outer', parent_folder_id: 0 },
    { kind: 'folder.create', ref: 2, name: 'Inner', parent_folder_id: 1 },
    { kind: 'link.create', ref: 1, url: 'https://a.example/' },
    { kind: 'link.create', ref: 2, url: 'https://b.example/' },
    { kind: 'link.create', ref: 3, url: 'https://c.example/' },
    { kind: 'link.set', link_id: 1, name: 'A', note: 'a note' },
    { kind: 'member.set', folder_id: 1, link_id: 1, present: true },
    { kind: 'favorite.set', object_type: 'link', object_id: 1, on: true },
  );
  return library;
}

const EXAMPLES: readonly (readonly [string, LibraryChange, object])[] = [
  [
    'an edit',
    { kind: 'link.set', link_id: 1, name: 'B' },
    { edits: [{ before: { name: 'A' }, after: { name: 'B' } }] },
  ],
  ['an edit without a difference', { kind: 'link.set', link_id: 1, name: 'A' }, { edits: [] }],
  ['an edit of a link that is gone', { kind: 'link.set', link_id: 9, name: 'A' }, { refused: 'gone' }],
  [
    'an edit of a value that another device has changed',
    { kind: 'link.set', link_id: 1, name: 'B', note: 'new', if: { name: 'earlier' } },
    { leftAlone: ['name'], edits: [{ after: { note: 'new' } }] },
  ],
  [
    'a value that is wanted and there already, though not as expected',
    { kind: 'link.set', link_id: 1, name: 'A', if: { name: 'earlier' } },
    { edits: [] },
  ],
  ['a deletion outside the trash', { kind: 'link.delete', link_id: 1 }, { refused: 'not_in_trash' }],
  [
    'a folder in a missing one',
    { kind: 'folder.create', ref: 8, name: 'X', parent_folder_id: 9 },
    { refused: 'gone' },
  ],
  ['a folder into itself', { kind: 'folder.move', folder_id: 1, parent_folder_id: 2 }, { refused: 'cycle' }],
  [
    'a folder to the root',
    { kind: 'folder.move', folder_id: 2, parent_folder_id: 0 },
    { edits: [{ after: { parent_folder_id: 0 } }] },
  ],
  [
    'a link into a folder it is in',
    { kind: 'member.set', folder_id: 1, link_id: 1, present: true },
    { edits: [] },
  ],
  [
    'a link out of a folder it is not in',
    { kind: 'member.set', folder_id: 2, link_id: 1, present: false },
    { edits: [] },
  ],
  [
    'a star on a missing folder',
    { kind: 'favorite.set', object_type: 'folder', object_id: 9, on: true },
    { refused: 'gone' },
  ],
  [
    'a link that is distinct from itself',
    { kind: 'link.distinct', link_id: 1, other_id: 1, distinct: true },
    { refused: 'changed' },
  ],
  ['a merge of a link into itself', { kind: 'link.merge', link_id: 1, into_id: 1 }, { refused: 'changed' }],
];

describe('applyChange', () => {
  test.each(EXAMPLES)('makes or refuses %s', (_, change, expected) => {
    expect(applyChange(change, someLibrary(), NOW)).toMatchObject(expected);
  });

  test('a merge gives the other link the folders, the star, the name and the note', () => {
    const library = someLibrary();
    make(library, { kind: 'link.merge', link_id: 1, into_id: 2 });
    expect(library.link(1)).toMatchObject({ status_id: 2, name: 'A' });
    expect(library.link(2)).toMatchObject({ name: 'A', note: 'a note' });
    expect(library.foldersOf(2)).toEqual([1]);
    expect(library.isFavorite('link', 2)).toBe(true);
  });
});

describe('revertEdit', () => {
  test('a field that was changed since is left alone', () => {
    const library = someLibrary();
    const edits = make(library, { kind: 'link.set', link_id: 1, name: 'B', note: 'new' });
    make(library, { kind: 'link.set', link_id: 1, name: 'C' });
    expect(undo(library, edits)).toEqual(['name']);
    expect(library.link(1)).toMatchObject({ name: 'C', note: 'a note' });
  });

  test('a created link that was put into a folder since stays', () => {
    const library = someLibrary();
    const edits = make(library, { kind: 'link.create', ref: 5, url: 'https://e.example/' });
    make(library, { kind: 'member.set', folder_id: 1, link_id: 5, present: true });
    expect(undo(library, edits)).toEqual(['changed']);
    expect(library.link(5)).toBeDefined();
  });

  test('a created link whose name became the title of its page is deleted', () => {
    const library = someLibrary();
    const edits = make(library, { kind: 'link.create', ref: 5, url: 'https://e.example/' });
    const link = library.link(5);
    if (link !== undefined) library.links.set(5, { ...link, name: 'Title', page_title: 'Title' });
    expect(undo(library, edits)).toEqual([]);
    expect(library.link(5)).toBeUndefined();
  });

  test('a star that both links of a merge had stays after an undo', () => {
    const library = someLibrary();
    make(library, { kind: 'favorite.set', object_type: 'link', object_id: 2, on: true });
    undo(library, make(library, { kind: 'link.merge', link_id: 1, into_id: 2 }));
    expect(library.isFavorite('link', 2)).toBe(true);
  });

  test('a link keeps the values from a merged link that no longer exists', () => {
    const library = someLibrary();
    const edits = make(library, { kind: 'link.merge', link_id: 1, into_id: 2 });
    make(library, { kind: 'link.delete', link_id: 1 });
    undo(library, edits);
    expect(library.link(2)).toMatchObject({ name: 'A', note: 'a note' });
    expect(library.foldersOf(2)).toEqual([1]);
  });

  test('an item that was deleted forever is not restored', () => {
    const library = someLibrary();
    make(library, { kind: 'link.set', link_id: 1, status_id: 2 });
    const edits = make(library, { kind: 'link.delete', link_id: 1 });
    expect(undo(library, edits)).toEqual(['gone']);
  });

  test('undo restores any library exactly, and redo makes the changes again', () => {
    fc.assert(
      fc.property(
        fc.array(anyChange(), { maxLength: 30 }),
        fc.array(anyChange(), { maxLength: 8 }),
        (past, action) => {
          const library = someLibrary();
          make(library, ...past.map(numbered(10)));
          const before = structuredClone(library.contents());
          const edits = make(library, ...action.map(numbered(100)));
          const after = structuredClone(library.contents());
          expect(undo(library, edits)).toEqual([]);
          expect(library.contents()).toEqual(before);
          expect(undo(library, edits.toReversed().map(flipped))).toEqual([]);
          expect(library.contents()).toEqual(after);
        },
      ),
      { numRuns: Number(process.env['CHANGES_RUNS'] ?? 300) },
    );
  });
});

test('each edit of a change can be stored, and its undo can be sent', () => {
  fc.assert(
    fc.property(fc.array(anyChange(), { maxLength: 30 }), (changes) => {
      const library = someLibrary();
      for (const change of changes.map(numbered(10))) z.parse(libraryChangeSchema, negative(change));
      for (const change of changes.map(numbered(10))) {
        const edits = make(library, change);
        expect(z.parse(storedEditsSchema, JSON.parse(JSON.stringify(edits)))).toEqual(edits);
        for (const undoing of undoOf(edits, () => 'bucket')) z.parse(libraryChangeSchema, undoing);
      }
    }),
  );
});

describe('one revert of all edits', () => {
  test('of a merge restores the library', () => {
    const library = someLibrary();
    const before = structuredClone(library.contents());
    const undoing = undoOf(make(library, { kind: 'link.merge', link_id: 1, into_id: 2 }), () => 'b');
    expect(undoing).toHaveLength(1);
    make(library, ...undoing);
    expect(library.contents()).toEqual(before);
  });

  test('has the effect of reverting each edit, if no folder was created', () => {
    fc.assert(
      fc.property(fc.array(anyChange(), { maxLength: 12 }), (changes) => {
        const [library, other] = [someLibrary(), someLibrary()];
        const all = changes.filter(({ kind }) => kind !== 'folder.create').map(numbered(10));
        const edits = make(library, ...all);
        make(other, ...all);
        const single = edits.toReversed().flatMap((edit) => undoOf([edit], () => 'b'));
        const reverted = single.filter((one) => one.kind === 'revert').flatMap((one) => one.edits);
        if (reverted.length > 0) make(library, { kind: 'revert', edits: reverted });
        make(other, ...single.filter((one) => one.kind === 'revert'));
        expect(library.contents()).toEqual(other.contents());
      }),
    );
  });

  test('makes the possible edits, and names the fields of an impossible one', () => {
    const library = someLibrary();
    const edits = make(library, { kind: 'link.merge', link_id: 1, into_id: 2 });
    make(library, { kind: 'link.set', link_id: 2, status_id: 2 }, { kind: 'link.delete', link_id: 2 });
    const applied = applyChange(z.parse(libraryChangeSchema, undoOf(edits, () => 'b')[0]), library, NOW);
    expect(applied).toMatchObject({
      edits: [{ key: { link_id: 1 }, after: { status_id: 1 } }],
      leftAlone: ['name', 'note'],
    });
  });

  test('is refused if it can make none of the edits', () => {
    const key = { link_id: 9 };
    const edit = { table: 'links', key, before: { name: 'a' }, after: { name: 'b' } } as const;
    const applied = applyChange({ kind: 'revert', edits: [edit, edit] }, someLibrary(), NOW);
    expect(applied).toEqual({ refused: 'gone', missing: 'link' });
  });

  test('names the folders above one that an earlier edit moves', () => {
    const library = someLibrary();
    make(library, { kind: 'folder.create', ref: 3, name: 'Other', parent_folder_id: 0 });
    const reads = readsOf({ kind: 'revert', edits: [move(1, 3), move(2, 1)] }, library);
    expect(reads.slice(-2)).toEqual([
      { of: 'folder', id: 1 },
      { of: 'folder', id: 3 },
    ]);
  });
});

test('a folder is created with its icon, and the undo of its creation leaves it alone if the icon was edited', () => {
  const library = someLibrary();
  const create = { kind: 'folder.create', ref: 3, name: 'Books', parent_folder_id: 0, icon: '📚' } as const;
  const edits = make(library, create);
  expect(library.folder(3)).toMatchObject({ name: 'Books', icon: '📚' });
  const uncreate = z.parse(libraryChangeSchema, undoOf(edits, () => 'b')[0]);
  const changed = make(library, { kind: 'folder.set', folder_id: 3, icon: 'red' });
  expect(applyChange(uncreate, library, NOW)).toEqual({ refused: 'changed' });
  make(library, z.parse(libraryChangeSchema, undoOf(changed, () => 'b')[0]));
  expect(library.folder(3)).toMatchObject({ icon: '📚' });
  make(library, uncreate);
  expect(library.folder(3)).toBeUndefined();
});

const isAllowed = (...edits: readonly Edit[]): boolean =>
  z.safeParse(revert.schema, { kind: 'revert', edits }).success;

test('a creation is reverted without other edits than its marks, and a revert has an end', () => {
  const created: Edit = { table: 'links', key: { link_id: 1 }, before: null, after: { url: 'a', name: 'a' } };
  const mark: Edit = { table: 'distinct', key: { link_id: 1, other_id: 2 }, before: {}, after: null };
  const star: Edit = {
    table: 'favorites',
    key: { object_type: 'link', object_id: 1 },
    before: {},
    after: null,
  };
  expect([isAllowed(created), isAllowed(created, mark), isAllowed(star, mark)]).toEqual([true, true, true]);
  expect([isAllowed(created, star), isAllowed(created, created), isAllowed()]).toEqual([false, false, false]);
  expect(isAllowed(...Array.from({ length: 5010 }, () => star))).toBe(true);
  expect(isAllowed(...Array.from({ length: 5011 }, () => star))).toBe(false);
});

test('the undo of a merge that gave only an image fits into a batch, and removes the image', () => {
  const library = someLibrary();
  make(library, { kind: 'link.image', link_id: 3, s3_bucket: 'b', s3_key: 'k' });
  const edits = make(library, { kind: 'link.merge', link_id: 3, into_id: 2 });
  expect(library.link(2)).toMatchObject({ image_s3_key: 'k' });
  make(
    library,
    ...z.parse(
      z.array(batchableChangeSchema),
      undoOf(edits, () => 'b'),
    ),
  );
  expect(library.link(2)).toMatchObject({ image_s3_key: '' });
});

test.each(['0001-01-01T00:00:00.001Z', '9999-12-31T23:59:59.999Z'])(
  'an edit of the date %s can be stored, and keeps it to the millisecond',
  (date) => {
    const created_at = Date.parse(date) * 1000;
    const edit = { table: 'links', key: { link_id: 1 }, before: { created_at }, after: {} };
    const [stored] = z.parse(storedEditsSchema, JSON.parse(JSON.stringify([edit])));
    expect(stored).toEqual(edit);
    expect(new Date(Math.round(created_at / 1000)).toISOString()).toBe(date);
  },
);

function move(folder_id: number, parent_folder_id: number) {
  return { table: 'folders', key: { folder_id }, before: { parent_folder_id }, after: {} } as const;
}

function negative(change: LibraryChange): LibraryChange {
  return 'ref' in change ? { ...change, ref: -change.ref } : change;
}
