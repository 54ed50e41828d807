import type { Folder } from '@foldmark/contract/entities';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from '@foldmark/contract/limits';

import type { Key } from '#web/sync/library/keys.ts';
import type { FolderRecord, Micros } from '#web/sync/model/records.ts';
import type { CommandOf } from '#web/sync/outbox/command.ts';
import {
  type ActionContext,
  type Awaited,
  type Created,
  type ImagePlace,
  inputOfPlace,
} from '#web/sync/mutations/actions/context.ts';
import {
  apiCall,
  type IdOf,
  minimalCall,
  type Mutation,
  type Outcome,
} from '#web/sync/mutations/mutation.ts';
import { laneOf } from '#web/sync/mutations/patches.ts';

export interface NewFolder {
  readonly name: string;
  /** 0 or undefined: the top level. */
  readonly parent?: Key | undefined;
}

export type FolderEdits = CommandOf<'update-folder'>['edits'];

export function createFolder(
  context: ActionContext,
  { name, parent = ROOT_FOLDER_ID }: NewFolder,
  options: Awaited = {},
): Created<Folder> {
  const key = context.library.tables.keys.next();
  const command = { what: 'create-folder', folder: key, name, parent } as const;
  const outcome = context.mutate(folderCreation(context, command), {
    ...options,
    retry: () => void createFolder(context, { name, parent }),
  });
  return { key, outcome };
}

/** `since` is set for a resumed creation: the server may already have a matching folder created after it. */
export function folderCreation(
  { library, patches, now }: ActionContext,
  command: CommandOf<'create-folder'>,
  since: Micros | null = null,
): Mutation<Folder> {
  const { folder: key, name: typed, parent } = command;
  const name = typed.trim();
  const created: FolderRecord = {
    folder_id: key,
    name,
    status_id: STATUS_ACTIVE,
    parent_folder_id: parent,
    image_s3_key: '',
    created_at: now(),
    updated_at: now(),
  };
  const patch = patches.folder(key, (record) => record ?? created);
  const isThis = (record: FolderRecord): boolean =>
    record.name === name && library.keyOf('folder', record.parent_folder_id) === parent;
  return {
    command,
    call: apiCall('/folders/create/', (idOf) => ({ name: typed, parent_folder_id: placeOf(idOf, parent) })),
    lanes: lanesOf(key, parent),
    patches: [patch],
    title: "Couldn't create the folder.",
    started: () => {
      library.tables.expect(
        'folder',
        key,
        (kind, record) => kind === 'folder' && !('url' in record) && isThis(record),
        since,
      );
    },
    answered: (answer) => {
      library.tables.bind('folder', key, answer.folder_id);
      patch.amend((record) => record ?? { ...created, ...answer });
    },
    createdId: ({ folder_id }) => ({ kind: 'folder', key, id: folder_id }),
    failed: () => {
      library.tables.bind('folder', key, null);
    },
  };
}

/** Sent for a deleted folder, which the server refuses as missing regardless of the fields. */
const DELETED_FIELDS = { name: '-', status_id: STATUS_ACTIVE } as const;

/** Status 2 moves the folder and its sub-folders to the trash, status 1 restores them. */
export async function updateFolder(
  context: ActionContext,
  key: Key,
  edits: FolderEdits,
  options: Awaited = {},
): Promise<Outcome<Folder>> {
  return context.mutate(folderUpdate(context, { what: 'update-folder', folder: key, edits }), options);
}

export function folderUpdate(context: ActionContext, command: CommandOf<'update-folder'>): Mutation<Folder> {
  const { folder: key, edits } = command;
  const { name: typed, status_id: newStatus } = edits;
  const patch = context.patches.folderFields(key, {
    ...(typed === undefined ? {} : { name: typed.trim() }),
    ...(newStatus === undefined ? {} : { status_id: newStatus }),
  });
  return {
    command,
    call: apiCall('/folders/update/', (idOf) => {
      // Includes the changes before this one, but not those after it.
      const now = patch.result() ?? context.library.folder(key) ?? DELETED_FIELDS;
      const { name = now.name, status_id = now.status_id } = edits;
      return { folder_id: idOf('folder', key), name, status_id };
    }),
    lanes: [laneOf('folder', key)],
    patches: [patch],
    title: "Couldn't save the folder.",
  };
}

/** Parent 0 is the top level. */
export async function moveFolder(context: ActionContext, key: Key, parent: Key): Promise<Outcome<Folder>> {
  return context.mutate(folderMove(context, { what: 'move-folder', folder: key, parent }));
}

export function folderMove({ patches }: ActionContext, command: CommandOf<'move-folder'>): Mutation<Folder> {
  const { folder: key, parent } = command;
  const patch = patches.folderFields(key, { parent_folder_id: parent });
  return {
    command,
    call: apiCall('/folders/update-parent/', (idOf) => ({
      folder_id: idOf('folder', key),
      parent_folder_id: placeOf(idOf, parent),
    })),
    lanes: lanesOf(key, parent),
    patches: [patch],
    title: "Couldn't move the folder.",
    answered: ({ parent_folder_id }) => {
      patch.amend((record) => record && { ...record, parent_folder_id });
    },
  };
}

/** Deletes a folder of the trash permanently, with its sub-folders. Links in them stay. */
export function folderDeletion(
  { library, patches }: ActionContext,
  command: CommandOf<'delete-folder'>,
): Mutation<void> {
  const { folder: key } = command;
  const keys = [key, ...library.tree.descendants(key)];
  return {
    command,
    call: minimalCall('/folders/delete/', (idOf) => ({ folder_id: idOf('folder', key) })),
    lanes: keys.map((folder) => laneOf('folder', folder)),
    patches: keys.map((folder) => patches.folder(folder, () => undefined)),
    title: "Couldn't delete the folder.",
  };
}

export async function setFolderImage(
  context: ActionContext,
  key: Key,
  place: ImagePlace | null,
  options: Awaited = {},
): Promise<Outcome<Folder>> {
  const image = inputOfPlace(place);
  return context.mutate(folderImage(context, { what: 'set-folder-image', folder: key, ...image }), options);
}

export function folderImage(
  { patches }: ActionContext,
  command: CommandOf<'set-folder-image'>,
): Mutation<Folder> {
  const { folder: key, s3_bucket, s3_key } = command;
  return {
    command,
    call: apiCall('/folders/update-image/', (idOf) => ({
      folder_id: idOf('folder', key),
      s3_bucket,
      s3_key,
    })),
    lanes: [laneOf('folder', key)],
    patches: [patches.folderFields(key, { image_s3_key: s3_key })],
    title: "Couldn't change the image.",
  };
}

function placeOf(idOf: IdOf, parent: Key): number {
  return parent === ROOT_FOLDER_ID ? ROOT_FOLDER_ID : idOf('folder', parent);
}

function lanesOf(key: Key, parent: Key): readonly string[] {
  const folder = laneOf('folder', key);
  return parent === ROOT_FOLDER_ID ? [folder] : [folder, laneOf('folder', parent)];
}
