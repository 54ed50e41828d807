import type { Deleted, Folder } from '@foldmark/contract/entities';
import type { Status } from '@foldmark/contract/fields';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from '@foldmark/contract/limits';

import type { Key } from '#web/data/library/keys.ts';
import type { FolderRecord } from '#web/data/model/records.ts';
import type { ActionContext, Awaited, Created, ImagePlace } from '#web/data/mutations/actions/context.ts';
import { apiCall, type IdOf, type Outcome } from '#web/data/mutations/mutation.ts';
import { laneOf } from '#web/data/mutations/patches.ts';

export interface NewFolder {
  readonly name: string;
  /** 0 or nothing for the top. */
  readonly parent?: Key | undefined;
}

export interface FolderEdits {
  readonly name?: string;
  readonly status_id?: Status;
}

export function createFolder(
  context: ActionContext,
  { name: typed, parent = ROOT_FOLDER_ID }: NewFolder,
  options: Awaited = {},
): Created<Folder> {
  const { library, patches, mutate, now } = context;
  const key = library.tables.keys.next();
  const name = typed.trim();
  const made: FolderRecord = {
    folder_id: key,
    name,
    status_id: STATUS_ACTIVE,
    parent_folder_id: parent,
    image_s3_key: '',
    created_at: now(),
    updated_at: now(),
  };
  const patch = patches.folder(key, (record) => record ?? made);
  const isThis = (record: FolderRecord): boolean =>
    record.name === name && library.keyOf('folder', record.parent_folder_id) === parent;
  const outcome = mutate(
    {
      call: apiCall('/folders/create/', (idOf) => ({ name: typed, parent_folder_id: placeOf(idOf, parent) })),
      lanes: lanesOf(key, parent),
      patches: [patch],
      title: 'The folder could not be created.',
      started: () => {
        library.tables.expect(
          key,
          (kind, record) => kind === 'folder' && !('url' in record) && isThis(record),
        );
      },
      answered: (answer) => {
        library.tables.bind('folder', key, answer.folder_id);
        patch.amend((record) => record ?? { ...made, ...answer });
      },
      failed: () => {
        library.tables.bind('folder', key, null);
      },
    },
    { ...options, retry: () => void createFolder(context, { name: typed, parent }) },
  );
  return { key, outcome };
}

/** Into the trash with status 2, its sub-folders with it, and out of it with 1. */
export async function updateFolder(
  context: ActionContext,
  key: Key,
  edits: FolderEdits,
  options: Awaited = {},
): Promise<Outcome<Folder>> {
  const fields = { ...edits, ...(edits.name === undefined ? {} : { name: edits.name.trim() }) };
  const patch = context.patches.folderFields(key, fields);
  return context.mutate(
    {
      call: apiCall('/folders/update/', (idOf) => {
        // As it is with every change made before this one, and none made after it.
        const { name = '', status_id = STATUS_ACTIVE } = patch.result() ?? context.library.folder(key) ?? {};
        return { folder_id: idOf('folder', key), name, status_id, ...edits };
      }),
      lanes: [laneOf('folder', key)],
      patches: [patch],
      title: 'The folder could not be saved.',
    },
    options,
  );
}

/** 0 moves it to the top. */
export async function moveFolder(context: ActionContext, key: Key, parent: Key): Promise<Outcome<Folder>> {
  const patch = context.patches.folderFields(key, { parent_folder_id: parent });
  return context.mutate({
    call: apiCall('/folders/update-parent/', (idOf) => ({
      folder_id: idOf('folder', key),
      parent_folder_id: placeOf(idOf, parent),
    })),
    lanes: lanesOf(key, parent),
    patches: [patch],
    title: 'The folder could not be moved.',
    answered: ({ parent_folder_id }) => {
      patch.amend((record) => record && { ...record, parent_folder_id });
    },
  });
}

/** For ever, with the folders below it; only from the trash. Its links stay. */
export async function deleteFolder(context: ActionContext, key: Key): Promise<Outcome<Deleted>> {
  const { library, patches, mutate } = context;
  const keys = [key, ...library.tree.descendants(key)];
  return mutate({
    call: apiCall('/folders/delete/', (idOf) => ({ folder_id: idOf('folder', key) })),
    lanes: keys.map((folder) => laneOf('folder', folder)),
    patches: keys.map((folder) => patches.folder(folder, () => undefined)),
    title: 'The folder could not be deleted.',
  });
}

export async function setFolderImage(
  context: ActionContext,
  key: Key,
  place: ImagePlace | null,
  options: Awaited = {},
): Promise<Outcome<Folder>> {
  const { bucket: s3_bucket, key: s3_key } = place ?? { bucket: '', key: '' };
  return context.mutate(
    {
      call: apiCall('/folders/update-image/', (idOf) => ({
        folder_id: idOf('folder', key),
        s3_bucket,
        s3_key,
      })),
      lanes: [laneOf('folder', key)],
      patches: [context.patches.folderFields(key, { image_s3_key: s3_key })],
      title: 'The image could not be changed.',
    },
    options,
  );
}

function placeOf(idOf: IdOf, parent: Key): number {
  return parent === ROOT_FOLDER_ID ? ROOT_FOLDER_ID : idOf('folder', parent);
}

function lanesOf(key: Key, parent: Key): readonly string[] {
  const folder = laneOf('folder', key);
  return parent === ROOT_FOLDER_ID ? [folder] : [folder, laneOf('folder', parent)];
}
