import type { BatchableChange } from '@foldmark/library/changes/changes';
import { pick } from '@foldmark/library/changes/change';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { foldName } from '@foldmark/library/memory/fold-name';
import type { Key } from '@foldmark/library/memory/keys';

import { savePage } from '#extension/pages/save-pages.ts';
import type { NewGesture } from '#extension/queue/perform.ts';
import type { ChosenFolder } from '#extension/ui/folder-rows.ts';

/** What the form of an unsaved page contains. */
export interface PageForm {
  readonly url: string;
  readonly name: string;
  readonly note: string;
  readonly folders: readonly ChosenFolder[];
  readonly isFavorite: boolean;
}

/** Gives a new object a number below 0. */
type NextRef = () => number;

interface SaveGesture extends NewGesture {
  /** The keys of all chosen folders. */
  readonly folders: readonly Key[];
}

/** Saves a page with everything that the form contains, in one gesture. Without a name, the server reads the title of the page. */
export function saveGesture({ folders, name, ...page }: PageForm, nextRef: NextRef): SaveGesture {
  const created = createdFolders(folders, nextRef);
  const { label, changes } = savePage({ ...page, title: name, folders: created.folders }, nextRef);
  return { label, changes: [...created.changes, ...changes], folders: created.folders };
}

/** The texts of a link as the popup shows them. */
export interface LinkTexts {
  readonly name: string;
  readonly note: string;
}

/** Null if nothing has changed. The server leaves a field alone if another device has changed it meanwhile. */
export function editGesture(link_id: Key, shown: LinkTexts, edits: Partial<LinkTexts>): NewGesture | null {
  const changed = Object.fromEntries(
    Object.entries(edits)
      .map(([field, text]) => [field, text.trim()] as const)
      .filter(([field, text]) => text !== (field === 'name' ? shown.name : shown.note)),
  );
  if (Object.keys(changed).length === 0) return null;
  return {
    label: 'Edited a link',
    changes: [{ kind: 'link.set', link_id, ...changed, if: pick(shown, changed) }],
  };
}

interface FolderGesture extends NewGesture {
  readonly folder: Key;
}

/** Adds a link to a folder, which it creates if it is new. */
export function addGesture(
  link_id: Key,
  folder: ChosenFolder,
  name: string,
  nextRef: NextRef,
): FolderGesture {
  const { changes, folders } = createdFolders([folder], nextRef);
  const [folder_id = 0] = folders;
  return {
    label: `Added a link to ${name}`,
    changes: [...changes, { kind: 'member.set', folder_id, link_id, present: true }],
    folder: folder_id,
  };
}

export function removeGesture(link_id: Key, folder_id: Key, name: string): NewGesture {
  return {
    label: `Removed a link from ${name}`,
    changes: [{ kind: 'member.set', folder_id, link_id, present: false }],
  };
}

export function starGesture(link: Key, on: boolean): NewGesture {
  return { label: on ? 'Starred a link' : 'Unstarred a link', changes: [favoriteSet(link, on)] };
}

export function trashGesture(link_id: Key): NewGesture {
  const change = {
    kind: 'link.set',
    link_id,
    status_id: STATUS_TRASHED,
    if: { status_id: STATUS_ACTIVE },
  } as const;
  return { label: 'Moved a link to the trash', changes: [change] };
}

export function restoreGesture(link_id: Key): NewGesture {
  const change = {
    kind: 'link.set',
    link_id,
    status_id: STATUS_ACTIVE,
    if: { status_id: STATUS_TRASHED },
  } as const;
  return { label: 'Restored a link', changes: [change] };
}

function favoriteSet(object_id: Key, on: boolean) {
  return { kind: 'favorite.set', object_type: 'link', object_id, on } as const;
}

/** The keys of the chosen folders, and the changes that create the new ones. Two new paths share the folders that they begin with. */
function createdFolders(chosen: readonly ChosenFolder[], nextRef: NextRef) {
  const refs = new Map<string, number>();
  const changes: BatchableChange[] = [];
  const folders = chosen.map((folder) => {
    if (typeof folder === 'number') return folder;
    let parent_folder_id = folder.parent;
    for (const name of folder.names) {
      const place = `${parent_folder_id}/${foldName(name)}`;
      const known = refs.get(place);
      const ref = known ?? nextRef();
      if (known === undefined) changes.push({ kind: 'folder.create', ref, name, parent_folder_id });
      refs.set(place, ref);
      parent_folder_id = ref;
    }
    return parent_folder_id;
  });
  return { changes, folders };
}
