import type { RecordView } from '@foldmark/library/changes/change';
import { type Edit, withValues } from '@foldmark/library/changes/edits';
import { NEW_FOLDER } from '@foldmark/library/changes/folder-create';
import { applyChange, type LibraryChange } from '@foldmark/library/changes/changes';
import { referencesOf } from '@foldmark/library/changes/references';
import { newLink } from '@foldmark/library/entities/new-link';
import type { Micros } from '@foldmark/library/entities/records';
import type { Key } from '@foldmark/library/memory/keys';
import type { Patch } from '@foldmark/library/memory/layered-table';
import type { Library } from '@foldmark/library/memory/library';
import { viewOf } from '@foldmark/library/memory/library-view';

interface LateChange {
  /** The edits that show at once. */
  readonly edits: readonly Edit[];
  /** The patches that show when their records arrive. */
  readonly patches: readonly Patch[];
}

/** The memberships or favorites that a resumed change removes once they arrive, because this page does not know them yet. */
export function lateRemovals(library: Library, change: LibraryChange, now: Micros): readonly Edit[] {
  const view = viewOf(library);
  const unknown = { folder_link_id: 0 };
  const arrived: RecordView = {
    ...view,
    member: (folder, link) => view.member(folder, link) ?? unknown,
    isFavorite: () => true,
  };
  const applied = applyChange(change, arrived, now);
  if ('refused' in applied) return [];
  return applied.edits.filter(
    ({ table, after }) => (table === 'folder_links' || table === 'favorites') && after === null,
  );
}

/** Shows a change of links and folders whose records have not arrived, for example in a page that has just opened. */
export function lateChange(library: Library, change: LibraryChange, now: Micros): LateChange {
  const { links, folders } = library.tables;
  const view = viewOf(library);
  const assumed: RecordView = {
    ...view,
    link: (key) => view.link(key) ?? { ...newLink(key, ''), created_at: 0 },
    folder: (key) => view.folder(key) ?? NEW_FOLDER,
  };
  const editsWith = (arrived: Partial<RecordView>): readonly Edit[] => {
    const applied = applyChange(change, { ...assumed, ...arrived }, now);
    return 'refused' in applied ? [] : applied.edits;
  };
  const linkPatch = (key: Key): Patch =>
    links.patch(key, (record) => {
      if (record === undefined) return undefined;
      const edits = editsWith({ link: (other) => (other === key ? record : assumed.link(other)) });
      for (const edit of edits)
        if (edit.table === 'links' && edit.key.link_id === key)
          return edit.after === null ? undefined : withValues(record, edit.after);
      return record;
    });
  const folderPatch = (key: Key): Patch =>
    folders.patch(key, (record) => {
      if (record === undefined) return undefined;
      const parent_folder_id = library.keyOf('folder', record.parent_folder_id);
      const arrived = { ...record, parent_folder_id };
      const edits = editsWith({ folder: (other) => (other === key ? arrived : assumed.folder(other)) });
      for (const edit of edits)
        if (edit.table === 'folders' && edit.key.folder_id === key)
          return edit.after === null ? undefined : { ...record, ...edit.after };
      return record;
    });
  const isLate = ({ table, key, before }: Edit): boolean =>
    before !== null &&
    ((table === 'links' && view.link(key.link_id) === undefined) ||
      (table === 'folders' && view.folder(key.folder_id) === undefined));
  return {
    edits: editsWith({}).filter((edit) => !isLate(edit)),
    patches: referencesOf(change).flatMap(({ kind, id }) => {
      if (view[kind](id) !== undefined) return [];
      return [kind === 'link' ? linkPatch(id) : folderPatch(id)];
    }),
  };
}
