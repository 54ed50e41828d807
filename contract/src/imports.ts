import * as z from 'zod/mini';

import { actionId, actionStateSchema } from './batch.ts';
import { parentFolderId, requiredTextField, textField } from '@foldmark/library/entities/fields';
import { folderName, url } from '@foldmark/library/entities/inputs';
import { edits, entries } from '@foldmark/library/entities/derive';
import { FOLDER_DETAILS } from '@foldmark/library/entities/folder';
import { LINK, LINK_DETAILS } from '@foldmark/library/entities/link';
import { pageDescription } from '@foldmark/library/entities/page-text';
import {
  ACTION_LABEL_MAX_LENGTH,
  DEVICE_MAX_LENGTH,
  IMPORT_PART_MAX_COUNT,
  IMPORT_PARTS_MAX_COUNT,
} from './limits.ts';
import {
  DISTINCT_LINKS_MAX_COUNT,
  IMPORT_FOLDERS_MAX_COUNT,
  IMPORT_LINKS_MAX_COUNT,
  IMPORT_MEMBERSHIPS_MAX_COUNT,
  ROOT_FOLDER_ID,
} from '@foldmark/library/entities/limits';

const TOP = -1;
const MARKS = 'distinct_from must hold numbers of links.';

const flag = (name: string) => z.exactOptional(z.literal(true, `${name} must be true or missing.`));
const count = (name: string, max: number) =>
  z
    .int(`${name} must be a whole number.`)
    .check(z.nonnegative(`${name} must be 0 or more.`), z.maximum(max, `${name} can be at most ${max}.`));

/** A folder of an import. Folders are numbered from 0 across all parts. A folder comes after its parent. */
export const importFolderSchema = z.object({
  name: folderName(),
  /** The number of the parent folder, or -1 for the target folder of the import. */
  parent: z.int('parent must be a whole number.').check(z.minimum(TOP, 'parent must be -1 or more.')),
  ...edits(FOLDER_DETAILS),
  favorite: flag('favorite'),
  trashed: flag('trashed'),
});
export type ImportFolder = z.output<typeof importFolderSchema>;

export const importLinkSchema = z.object({
  url: url(),
  name: LINK.fields.name.edit,
  ...entries(LINK_DETAILS),
  /** What the page says about itself, from our own backup. */
  description: z.exactOptional(z.string('description must be text.').check(z.overwrite(pageDescription))),
  /** When the link was added according to the source, as an ISO date. Defaults to the time of the import. */
  created_at: z.exactOptional(z.iso.datetime('created_at must be an ISO date in UTC.')),
  favorite: flag('favorite'),
  trashed: flag('trashed'),
  /** The numbers of the link's folders in the import. If empty, the link is in the target folder. */
  folders: z
    .array(z.int('folders must hold numbers.').check(z.nonnegative('folders must hold numbers of folders.')))
    .check(z.maxLength(IMPORT_PART_MAX_COUNT, `folders can have at most ${IMPORT_PART_MAX_COUNT} entries.`)),
  /** Whether the entry continues the previous one: the same link in more folders. */
  continues: flag('continues'),
  /**
   * The numbers of earlier links of the import that are no duplicates of this one. Links are numbered from 0 across all parts.
   */
  distinct_from: z.exactOptional(
    z
      .array(z.int(MARKS).check(z.nonnegative(MARKS)), MARKS)
      .check(
        z.maxLength(
          DISTINCT_LINKS_MAX_COUNT,
          `distinct_from can have at most ${DISTINCT_LINKS_MAX_COUNT} entries.`,
        ),
      ),
  ),
});
export type ImportLink = z.output<typeof importLinkSchema>;

/** Announces an import. The answer to a repeat lists the parts that have arrived. */
export const importStartSchema = z.object({
  import_id: actionId('import_id'),
  /** The text that the history shows. */
  label: requiredTextField('label', 'label must not be empty.', ACTION_LABEL_MAX_LENGTH),
  device: z.exactOptional(textField('device', DEVICE_MAX_LENGTH)),
  /** Whether to fetch the icons of the created links when the import is done. */
  icons: flag('icons'),
  /** The target folder of the import, 0 for the root. */
  target_folder_id: z.prefault(parentFolderId(), ROOT_FOLDER_ID),
  parts: count('parts', IMPORT_PARTS_MAX_COUNT).check(z.positive('parts must be above 0.')),
  /** The total counts of all parts. */
  links: count('links', IMPORT_LINKS_MAX_COUNT),
  folders: count('folders', IMPORT_FOLDERS_MAX_COUNT),
  memberships: count('memberships', IMPORT_MEMBERSHIPS_MAX_COUNT),
});

export const importPartSchema = z.object({
  import_id: actionId('import_id'),
  /** The index of the part, from 0. */
  part: count('part', IMPORT_PARTS_MAX_COUNT),
  folders: z
    .array(importFolderSchema, 'folders must be a list.')
    .check(z.maxLength(IMPORT_PART_MAX_COUNT, `folders can have at most ${IMPORT_PART_MAX_COUNT} entries.`)),
  links: z
    .array(importLinkSchema, 'links must be a list.')
    .check(z.maxLength(IMPORT_PART_MAX_COUNT, `links can have at most ${IMPORT_PART_MAX_COUNT} entries.`)),
});
export type ImportPart = Pick<z.output<typeof importPartSchema>, 'folders' | 'links'>;

export const importIdSchema = z.object({ import_id: actionId('import_id') });

export const importStateSchema = z.object({
  state: actionStateSchema,
  /** The numbers of the parts that have arrived. */
  received: z.array(z.int()),
});
