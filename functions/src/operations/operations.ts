import type { OpenPath, SignedInPath } from '@foldmark/contract/endpoints';

import { batch } from '#functions/operations/batch.ts';
import { listFavorites, toggleFavorite } from '#functions/operations/favorites.ts';
import { checkConnection, decideConnection } from '#functions/operations/connect.ts';
import {
  addLinkToFolder,
  listFolderLinks,
  removeLinkFromFolder,
} from '#functions/operations/folder-links.ts';
import {
  createFolder,
  getFolder,
  listFolders,
  moveFolder,
  updateFolder,
  updateFolderImage,
} from '#functions/operations/folders.ts';
import { libraryChanges } from '#functions/operations/library-changes.ts';
import { createLink, getLink, listLinks, updateLink, updateLinkImage } from '#functions/operations/links.ts';
import { createGrant, listGrants, revokeGrant, undoGrant } from '#functions/operations/grants.ts';
import { fetchImportIcons, fetchImportPictures } from '#functions/operations/import-icons.ts';
import { runImport, startImport, stopImport, storeImportPart } from '#functions/operations/imports.ts';
import { loginRegister } from '#functions/operations/login-register.ts';
import { botChallenge, health } from '#functions/operations/open-operations.ts';
import type { OpenOperation, Operation } from '#functions/operations/operation.ts';
import { createSnapshot } from '#functions/operations/snapshots.ts';
import { undoAction } from '#functions/operations/undo-action.ts';
import { deleteFolder, deleteLink, emptyTrash } from '#functions/operations/trash.ts';
import { grantUpload } from '#functions/operations/uploads.ts';
import { deleteUser, getAuthUser, getUser, updateUser } from '#functions/operations/users.ts';

/** One operation per path of the contract's table. A path without an operation does not compile. */
export interface Operations {
  readonly open: Readonly<{ [P in OpenPath]: OpenOperation<P> }>;
  readonly signedIn: Readonly<{ [P in SignedInPath]: Operation<P> }>;
}

export const operations: Operations = {
  open: {
    '/health/': health,
    '/users/bot-challenge/': botChallenge,
  },
  signedIn: {
    '/users/login-register/': loginRegister,
    '/users/get/': getUser,
    '/users/get-auth/': getAuthUser,
    '/users/update/': updateUser,
    '/users/delete/': deleteUser,
    '/favorites/list/': listFavorites,
    '/favorites/toggle/': toggleFavorite,
    '/folders/get/': getFolder,
    '/folders/list/': listFolders,
    '/folders/create/': createFolder,
    '/folders/update/': updateFolder,
    '/folders/update-parent/': moveFolder,
    '/folders/update-image/': updateFolderImage,
    '/folders/add-link/': addLinkToFolder,
    '/folders/remove-link/': removeLinkFromFolder,
    '/folders/delete/': deleteFolder,
    '/folder-links/list/': listFolderLinks,
    '/links/get/': getLink,
    '/links/list/': listLinks,
    '/links/create/': createLink,
    '/links/update/': updateLink,
    '/links/update-image/': updateLinkImage,
    '/links/delete/': deleteLink,
    '/trash/empty/': emptyTrash,
    '/batch/': batch,
    '/actions/undo/': undoAction,
    '/imports/start/': startImport,
    '/imports/part/': storeImportPart,
    '/imports/run/': runImport,
    '/imports/stop/': stopImport,
    '/imports/icons/': fetchImportIcons,
    '/imports/pictures/': fetchImportPictures,
    '/uploads/grant/': grantUpload,
    '/library/changes/': libraryChanges,
    '/snapshots/create/': createSnapshot,
    '/grants/list/': listGrants,
    '/grants/create/': createGrant,
    '/grants/revoke/': revokeGrant,
    '/grants/undo/': undoGrant,
    '/connect/check/': checkConnection,
    '/connect/decide/': decideConnection,
  },
};
