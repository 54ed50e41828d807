import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { RecordView } from '#library/changes/change.ts';
import { Draft } from '#library/changes/draft.ts';
import { applyChange } from '#library/changes/changes.ts';
import { anyChange, numbered } from '#library/changes/testing/any-change.ts';
import { MapLibrary } from '#library/changes/testing/map-library.ts';

const IDS = [1, 2, 3, 4];

/** Everything that a view returns about the first links and folders. */
function readings(view: RecordView) {
  return IDS.map((id) => ({
    link: view.link(id),
    folder: view.folder(id),
    // Compares only whether there is a membership, because new ones have different ids.
    members: IDS.map((folder) => view.member(folder, id) !== undefined),
    folders: new Set(view.foldersOf(id)),
    stars: [view.isFavorite('link', id), view.isFavorite('folder', id)],
    distinct: new Set(view.distinctOf(id)),
  }));
}

test('a draft reads as a library to which its edits were committed', () => {
  const changes = fc.array(fc.oneof(anyChange(), anyDeletion()), { maxLength: 30 });
  fc.assert(
    fc.property(changes, changes, (past, further) => {
      const [under, library] = [new MapLibrary(), new MapLibrary()];
      for (const change of past.map(numbered(1))) {
        const applied = applyChange(change, library, 1);
        if ('refused' in applied) continue;
        library.commit(applied.edits);
        under.commit(applied.edits);
      }
      const draft = new Draft(under);
      for (const change of further.map(numbered(40))) {
        const [inDraft, inLibrary] = [applyChange(change, draft, 1), applyChange(change, library, 1)];
        expect(Object.keys(inDraft)).toEqual(Object.keys(inLibrary));
        if ('refused' in inDraft || 'refused' in inLibrary) continue;
        draft.commit(inDraft.edits);
        library.commit(inLibrary.edits);
        expect(readings(draft)).toEqual(readings(library));
        for (const id of IDS) expect(draft.isFolderUsed(id) || !library.isFolderUsed(id)).toBe(true);
      }
    }),
    { numRuns: Number(process.env['CHANGES_RUNS'] ?? 300) },
  );
});

function anyDeletion() {
  const id = fc.constantFrom(...IDS);
  return fc.oneof(
    fc.record({ kind: fc.constant('link.delete' as const), link_id: id }),
    fc.record({ kind: fc.constant('folder.delete' as const), folder_id: id }),
  );
}
