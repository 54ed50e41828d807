import { expect, test } from 'vitest';

import { applyChange, type ChangeKind, type ChangeOf, CHANGES, guarded } from '#library/changes/changes.ts';
import { MapLibrary } from '#library/changes/testing/map-library.ts';

const NOW = 1_700_000_000_000_000;
const image = { s3_bucket: 'b', s3_key: 'k' };

/** One example of each kind of change, for the library of someLibrary. */
const EXAMPLES: { readonly [K in ChangeKind]: ChangeOf<K> } = {
  'link.create': { kind: 'link.create', ref: 3, url: 'https://c.example/' },
  'link.set': { kind: 'link.set', link_id: 1, url: 'https://d.example/', name: 'B', note: 'n', status_id: 2 },
  'link.image': { kind: 'link.image', link_id: 1, ...image },
  'link.delete': { kind: 'link.delete', link_id: 2 },
  'link.merge': { kind: 'link.merge', link_id: 2, into_id: 1 },
  'link.distinct': { kind: 'link.distinct', link_id: 1, other_id: 2, distinct: true },
  'folder.create': { kind: 'folder.create', ref: 3, name: 'C', parent_folder_id: 0 },
  'folder.set': { kind: 'folder.set', folder_id: 1, name: 'B', status_id: 2 },
  'folder.image': { kind: 'folder.image', folder_id: 1, ...image },
  'folder.move': { kind: 'folder.move', folder_id: 2, parent_folder_id: 0 },
  'folder.delete': { kind: 'folder.delete', folder_id: 3 },
  'member.set': { kind: 'member.set', folder_id: 1, link_id: 1, present: true },
  'favorite.set': { kind: 'favorite.set', object_type: 'link', object_id: 1, on: true },
  'user.set': { kind: 'user.set', display_name: 'Ada', if: { display_name: '' } },
  revert: {
    kind: 'revert',
    edits: [{ table: 'links', key: { link_id: 1 }, before: { name: 'B' }, after: { name: 'A' } }],
  },
};

/**
 * A merge replaces no values, because it only fills in what the other link lacks. The edits of a revert contain the earlier
 * values.
 */
const WITHOUT_GUARD: ReadonlySet<string> = new Set<ChangeKind>(['link.merge', 'revert']);

/** Folder 2 is in folder 1. Link 2 and folder 3 are in the trash. */
function someLibrary(): MapLibrary {
  const library = new MapLibrary();
  const make = (change: ChangeOf<ChangeKind>): void => {
    const applied = applyChange(change, library, NOW);
    if (!('refused' in applied)) library.commit(applied.edits);
  };
  for (const [index, url] of ['https://a.example/', 'https://b.example/'].entries())
    make({ kind: 'link.create', ref: index + 1, url });
  for (const ref of [1, 2, 3])
    make({ kind: 'folder.create', ref, name: 'A', parent_folder_id: ref === 2 ? 1 : 0 });
  make({ kind: 'link.set', link_id: 2, status_id: 2 });
  make({ kind: 'folder.set', folder_id: 3, status_id: 2 });
  return library;
}

test.each(Object.keys(CHANGES).filter((kind) => !WITHOUT_GUARD.has(kind)))(
  'a change of the kind %s carries the values that it replaces',
  (kind) => {
    const library = someLibrary();
    const change = Object.values(EXAMPLES).find((one) => one.kind === kind);
    if (change === undefined) throw new Error(`No example of ${kind}.`);
    const applied = applyChange(change, library, NOW);
    const edits = 'refused' in applied ? [] : applied.edits;
    expect(edits).not.toEqual([]);
    const replaced = edits.flatMap(({ table, before, after }) =>
      before !== null && after !== null && table !== 'folder_links' ? [before] : [],
    );
    for (const before of replaced) expect(guarded(change, library)).toMatchObject({ if: before });
  },
);
