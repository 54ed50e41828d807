import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';

import type { FilePreview } from '#web/import/file-preview.ts';
import type { OpenFile } from '#web/import/open-file.ts';
import { countText } from '@foldmark/library/text/count-text';
import type { Key } from '@foldmark/library/memory/keys';
import { deviceName } from '#web/sync/live/device-name.ts';
import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import { waitUntilSent } from '#web/sync/live/wait-until-sent.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';

const FOLDER_NOT_SAVED =
  "The folder to import into hasn't been sent to the server yet. Please try again when you're online.";
const NOT_STORED =
  "The import couldn't be stored in this browser. Please check that there is free disk space.";

export interface StartImportDeps {
  readonly open: OpenLibrary;
  readonly file: OpenFile;
  readonly preview: FilePreview;
  readonly target: Key;
  readonly tagsAsFolders: boolean;
  readonly icons: boolean;
  /** What the history calls the import, after 'Imported'. By default the counts and the source of the file. */
  readonly name?: string;
  readonly report: (message: string, cause: unknown) => void;
}

/** An import by its id, with the errors of its start. */
export interface StartedImport {
  readonly id: string;
  readonly errors: readonly string[];
}

/** Stores the import in this browser, which then sends it. */
export async function startImport(deps: StartImportDeps): Promise<StartedImport> {
  const { open, file, preview, target, tagsAsFolders, icons, name = nameOf(preview), report } = deps;
  const id = newImportId();
  const target_folder_id = await folderId(open, target);
  if (target_folder_id === null) return { id, errors: [FOLDER_NOT_SAVED] };
  try {
    await file.call('store', {
      uid: open.uid,
      import_id: id,
      label: `Imported ${name}`,
      device: deviceName(navigator.userAgent),
      target_folder_id,
      tagsAsFolders,
      icons,
      at: Date.now(),
    });
    return { id, errors: [] };
  } catch (error) {
    report('An import could not be stored.', error);
    return { id, errors: [NOT_STORED] };
  }
}

/** The server's id of a folder, also of one that was just created. Null if it can't be sent. */
export async function folderId(open: OpenLibrary, folder: Key): Promise<number | null> {
  if (folder === ROOT_FOLDER_ID) return ROOT_FOLDER_ID;
  const { keys } = open.library.tables;
  const id = keys.idOf('folder', folder);
  if (id !== null) return id;
  await waitUntilSent(open, SYSTEM_TIMERS);
  return keys.idOf('folder', folder);
}

function nameOf({ links, folders, source }: FilePreview): string {
  return `${links === 0 ? countText(folders, 'folder') : countText(links, 'link')} from ${source}`;
}

/** Not randomUUID, which insecure contexts (plain http) lack. */
function newImportId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) =>
    part.toString(36).padStart(7, '0'),
  ).join('-');
}
