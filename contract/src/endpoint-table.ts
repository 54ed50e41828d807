import * as z from 'zod/mini';

import { actionUndoneSchema, actionUndoSchema, batchedSchema, batchSchema } from './batch.ts';
import {
  accountDeletedSchema,
  botChallengeSchema,
  healthSchema,
  snapshotAskedSchema,
  uploadGrantedSchema,
} from './answers.ts';
import {
  authUserSchema,
  deletedSchema,
  favoriteSchema,
  folderLinkSchema,
  folderSchema,
  linkSchema,
  userSchema,
} from '@foldmark/library/entities/entities';
import type { Endpoint } from './endpoint.ts';
import { importIdSchema, importPartSchema, importStartSchema, importStateSchema } from './imports.ts';
import {
  favoriteToggleSchema,
  folderCreateSchema,
  folderIdSchema,
  folderImageSchema,
  folderMoveSchema,
  folderUpdateSchema,
  linkCreateSchema,
  linkIdSchema,
  linkImageSchema,
  linkUpdateSchema,
  loginRegisterSchema,
  membershipSchema,
  nothingSchema,
  snapshotCreateSchema,
  trashEmptySchema,
  uploadGrantSchema,
  userDeleteSchema,
  userUpdateSchema,
} from './inputs.ts';

/** The single source of all calls. The dispatcher, the typed client, the tests and docs/api.md derive from this table. */
export const ENDPOINTS = {
  '/health/': {
    summary: 'Returns the version of the API. For uptime checks.',
    needs: 'nothing',
    input: nothingSchema,
    answer: healthSchema,
    failures: [],
  },
  '/users/bot-challenge/': {
    summary: 'Returns a proof-of-work challenge to solve before registering with email and password.',
    needs: 'nothing',
    input: nothingSchema,
    answer: botChallengeSchema,
    failures: [],
  },
  '/users/login-register/': {
    summary:
      'Creates the profile on the first call and returns it on every call. A new account with email and password must send a solved challenge. If an unconfirmed password account filled this library before the owner of the address logged in with Google, the call fails until `keep_earlier` keeps the library or `/users/delete/` deletes it.',
    needs: 'token',
    input: loginRegisterSchema,
    answer: userSchema,
    failures: ['otherUser', 'notVerifiedHuman', 'noProfile', 'earlierLibrary', 'earlierAccount'],
    // A solved challenge works only once.
    once: true,
  },
  '/users/get/': {
    summary: 'Returns the public part of the profile.',
    needs: 'profile',
    input: nothingSchema,
    answer: userSchema,
    failures: [],
  },
  '/users/get-auth/': {
    summary: 'Returns the whole profile.',
    needs: 'profile',
    input: nothingSchema,
    answer: authUserSchema,
    failures: ['earlierLibrary'],
  },
  '/users/update/': {
    summary: 'Changes the given fields of the profile, all or some.',
    needs: 'profile',
    input: userUpdateSchema,
    answer: userSchema,
    failures: [],
  },
  '/users/delete/': {
    summary:
      'Deletes the account and all its data immediately and permanently. With `only_disputed` the call fails if the owner has kept the library since the failure `earlierLibrary`.',
    needs: 'token',
    input: userDeleteSchema,
    answer: accountDeletedSchema,
    failures: ['libraryKept'],
    // After the deletion, the account can make no further call.
    once: true,
  },
  '/favorites/list/': {
    summary: 'Returns all favorites.',
    needs: 'profile',
    input: nothingSchema,
    answer: z.array(favoriteSchema),
    failures: [],
  },
  '/favorites/toggle/': {
    summary:
      "Adds a link or folder to the favorites, or removes it, and returns all favorites. `is_favorite` sets the state instead of toggling it, so the call is safe to repeat. Also accepts `folder_id` with `kind` 'folder'.",
    needs: 'profile',
    input: favoriteToggleSchema,
    answer: z.array(favoriteSchema),
    failures: ['noSuchLink', 'noSuchFolder', 'busy'],
    minimal: true,
    keyed: 'change',
  },
  '/folders/get/': {
    summary: 'Returns one folder.',
    needs: 'profile',
    input: folderIdSchema,
    answer: folderSchema,
    failures: ['noSuchFolder'],
  },
  '/folders/list/': {
    summary: 'Returns all folders, sorted by name, case-insensitively.',
    needs: 'profile',
    input: nothingSchema,
    answer: z.array(folderSchema),
    failures: [],
  },
  '/folders/create/': {
    summary: 'Creates a folder, at the root unless a parent is given.',
    needs: 'profile',
    input: folderCreateSchema,
    answer: folderSchema,
    failures: ['noSuchParent', 'noSuchFolder', 'keyReused', 'busy'],
    keyed: 'creation',
  },
  '/folders/update/': {
    summary:
      'Changes the given fields of a folder, all or some, so also moves it to the trash or restores it. A field whose value differs from the one in `if` is left alone.',
    needs: 'profile',
    input: folderUpdateSchema,
    answer: folderSchema,
    failures: ['noSuchFolder', 'busy'],
    keyed: 'change',
  },
  '/folders/update-parent/': {
    summary: 'Moves a folder into another folder, or to the root with 0.',
    needs: 'profile',
    input: folderMoveSchema,
    answer: folderSchema,
    failures: ['noSuchFolder', 'noSuchParent', 'folderInItself', 'busy'],
    keyed: 'change',
  },
  '/folders/update-image/': {
    summary:
      'Sets an uploaded image as the image of a folder. An empty bucket and key remove the image. For a day, the same user can set it again. Also accepts `bucket` and `key`.',
    needs: 'profile',
    input: folderImageSchema,
    answer: folderSchema,
    failures: ['noSuchFolder', 'noImages', 'busy'],
    keyed: 'change',
  },
  '/folders/add-link/': {
    summary: 'Adds a link to a folder. A repeat returns the same membership.',
    needs: 'profile',
    input: membershipSchema,
    answer: folderLinkSchema,
    failures: ['noSuchFolder', 'noSuchLink', 'busy'],
    keyed: 'change',
  },
  '/folders/remove-link/': {
    summary: 'Removes a link from a folder and returns all memberships.',
    needs: 'profile',
    input: membershipSchema,
    answer: z.array(folderLinkSchema),
    failures: ['notInFolder', 'busy'],
    minimal: true,
    doneAlready: 'notInFolder',
    keyed: 'change',
  },
  '/folders/delete/': {
    summary:
      'Permanently deletes a folder in the trash and its subfolders. The links in them stay. Of more than 500 memberships, a job deletes the others within minutes.',
    needs: 'profile',
    input: folderIdSchema,
    answer: deletedSchema,
    failures: ['noSuchFolder', 'notInTrash', 'busy'],
    minimal: true,
    doneAlready: 'noSuchFolder',
  },
  '/folder-links/list/': {
    summary: 'Returns all memberships of links in folders.',
    needs: 'profile',
    input: nothingSchema,
    answer: z.array(folderLinkSchema),
    failures: [],
  },
  '/links/get/': {
    summary: 'Returns one link.',
    needs: 'profile',
    input: linkIdSchema,
    answer: linkSchema,
    failures: ['noSuchLink'],
  },
  '/links/list/': {
    summary: 'Returns all links, sorted by url, and those with the same url by name.',
    needs: 'profile',
    input: nothingSchema,
    answer: z.array(linkSchema),
    failures: [],
  },
  '/links/create/': {
    summary: 'Creates a link. The title and the icon of its page follow later.',
    needs: 'profile',
    input: linkCreateSchema,
    answer: linkSchema,
    failures: ['noSuchLink', 'keyReused', 'busy'],
    keyed: 'creation',
  },
  '/links/update/': {
    summary:
      'Changes the given fields of a link, all or some, so also moves it to the trash or restores it. A field whose value differs from the one in `if` is left alone.',
    needs: 'profile',
    input: linkUpdateSchema,
    answer: linkSchema,
    failures: ['noSuchLink', 'busy'],
    keyed: 'change',
  },
  '/links/update-image/': {
    summary:
      'Sets an uploaded image as the image of a link. An empty bucket and key remove the image. For a day, the same user can set it again. Also accepts `bucket` and `key`.',
    needs: 'profile',
    input: linkImageSchema,
    answer: linkSchema,
    failures: ['noSuchLink', 'noImages', 'busy'],
    keyed: 'change',
  },
  '/links/delete/': {
    summary: 'Permanently deletes a link in the trash, with its memberships and its favorite.',
    needs: 'profile',
    input: linkIdSchema,
    answer: deletedSchema,
    failures: ['noSuchLink', 'notInTrash', 'busy'],
    minimal: true,
    doneAlready: 'noSuchLink',
  },
  '/trash/empty/': {
    summary:
      'Permanently deletes everything in the trash. With `link_ids` or `folder_ids` deletes only these items, so items that another tab has just moved to the trash stay.',
    needs: 'profile',
    input: trashEmptySchema,
    answer: deletedSchema,
    failures: ['busy'],
    minimal: true,
  },
  '/batch/': {
    summary:
      'Makes up to 250 changes in one transaction: one part of an action. A change is skipped, with a reason, if its object is gone or if a field in its `if` has another value now. A repeat of a part changes nothing and returns the first answer. The action can be undone for 30 days. `link.create` and `folder.create` have a `ref` below 0, by which later changes of the part refer to what they created. `link.merge` gives `into_id` the folders, favorite, note, older date, real name and image of `link_id`, and moves that one to the trash. `link.distinct` says that two links are no duplicates. `revert` undoes edits that belong together, in the order given, as far as their fields still have the values of `after`.',
    needs: 'profile',
    input: batchSchema,
    answer: batchedSchema,
    failures: ['keyReused', 'actionUndone', 'busy'],
  },
  '/actions/undo/': {
    summary:
      'Undoes an action of /batch/, or with `redo` makes it again. Objects that changed since then are left alone. A job does the work; the document of the action shows its progress.',
    needs: 'profile',
    input: actionUndoSchema,
    answer: actionUndoneSchema,
    failures: ['noSuchAction', 'actionBusy', 'busy'],
  },
  '/imports/start/': {
    summary:
      'Announces an import: how many parts, links, folders and memberships it has, and the folder to import into. With `icons`, the icons of the created links are fetched when the import is done. A repeat returns the parts that have arrived.',
    needs: 'profile',
    input: importStartSchema,
    answer: importStateSchema,
    failures: ['noSuchFolder', 'keyReused', 'busy'],
  },
  '/imports/part/': {
    summary:
      'Stores one part of an import: up to 500 folders and 500 links. A repeat of a part changes nothing.',
    needs: 'profile',
    input: importPartSchema,
    answer: importStateSchema,
    failures: ['noSuchAction', 'keyReused', 'importBegun', 'importTooLarge', 'busy'],
  },
  '/imports/run/': {
    summary:
      'Begins an import whose parts have all arrived, or lets it wait for an earlier import. A job does the work; the document of the action shows its progress. Folders are found by their path. A link that is there already gets the folders, and what it lacks; nothing of it is replaced.',
    needs: 'profile',
    input: importIdSchema,
    answer: importStateSchema,
    failures: ['noSuchAction', 'importIncomplete', 'busy'],
  },
  '/imports/stop/': {
    summary:
      'Stops an import, or the fetching of its icons or pictures. What it has imported stays, and can be undone.',
    needs: 'profile',
    input: importIdSchema,
    answer: importStateSchema,
    failures: ['noSuchAction', 'busy'],
  },
  '/imports/icons/': {
    summary:
      'Fetches icons for the links that an import created: one page per domain, slowly. The document of the action shows the progress.',
    needs: 'profile',
    input: importIdSchema,
    answer: importStateSchema,
    failures: ['noSuchAction', 'actionBusy', 'iconsBusy', 'busy'],
  },
  '/imports/pictures/': {
    summary:
      'Reads the page of each link that an import created, slowly, for its picture and description. The document of the action shows the progress.',
    needs: 'profile',
    input: importIdSchema,
    answer: importStateSchema,
    failures: ['noSuchAction', 'actionBusy', 'iconsBusy', 'busy'],
  },
  '/uploads/grant/': {
    summary:
      'Permits this browser to upload one image to the given key. The identity pool exchanges `identity_id` and `token` for credentials that are valid for this key only.',
    needs: 'profile',
    input: uploadGrantSchema,
    answer: uploadGrantedSchema,
    failures: ['tooManyUploads', 'noImages', 'busy'],
  },
  '/snapshots/create/': {
    summary:
      'Asks for a new snapshot of the library, which makes the first start of a browser fast. A job writes it, at most once an hour. Does nothing if the library has fewer than 500 links, or if there is a newer snapshot than `found_at`.',
    needs: 'profile',
    input: snapshotCreateSchema,
    answer: snapshotAskedSchema,
    failures: ['busy'],
  },
} as const satisfies Record<string, Endpoint>;
