import type { Told } from '#extension/background/told.ts';
import { perform } from '#extension/queue/perform.ts';
import type { BatchableChange } from '@foldmark/library/changes/changes';
import type { ObjectKind } from '@foldmark/library/entities/collections';
import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';

export async function toggleStar(library: Library, kind: ObjectKind, key: Key): Promise<Told> {
  const on = !library.isFavorite(kind, key);
  const action = await perform({
    label: `${on ? 'Starred' : 'Unstarred'} a ${kind}`,
    changes: [{ kind: 'favorite.set', object_type: kind, object_id: key, on }],
  });
  return { text: `${nameOf(library, kind, key)} ${on ? 'added to' : 'removed from'} favorites.`, action };
}

export async function moveToTrash(library: Library, kind: ObjectKind, key: Key): Promise<Told> {
  const change = trashing(library, kind, key);
  const action = await perform({ label: `Moved a ${kind} to the trash`, changes: [change] });
  return { text: `${nameOf(library, kind, key)} moved to the trash.`, action };
}

/** The guard is the status that the panel has shown. */
function trashing(library: Library, kind: ObjectKind, key: Key): BatchableChange {
  const status_id = STATUS_TRASHED;
  if (kind === 'link') {
    const before = library.link(key)?.status_id;
    return {
      kind: 'link.set',
      link_id: key,
      status_id,
      ...(before === undefined ? {} : { if: { status_id: before } }),
    };
  }
  const before = library.folder(key)?.status_id;
  return {
    kind: 'folder.set',
    folder_id: key,
    status_id,
    ...(before === undefined ? {} : { if: { status_id: before } }),
  };
}

/** A folder by its name, and a link as 'Link', because links often have long names. */
function nameOf(library: Library, kind: ObjectKind, key: Key): string {
  return kind === 'link' ? 'Link' : (library.folder(key)?.name ?? 'Folder');
}
