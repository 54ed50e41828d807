import type { OpenPath, SignedInPath } from '@foldmark/contract/endpoints';

import { addLinkToFolder } from '#functions/operations/add-link-to-folder.ts';
import { botChallenge } from '#functions/operations/bot-challenge.ts';
import { createFolder } from '#functions/operations/create-folder.ts';
import { createLink } from '#functions/operations/create-link.ts';
import { deleteFolder } from '#functions/operations/delete-folder.ts';
import { deleteLink } from '#functions/operations/delete-link.ts';
import { deleteUser } from '#functions/operations/delete-user.ts';
import { emptyTrash } from '#functions/operations/empty-trash.ts';
import { getAuthUser } from '#functions/operations/get-auth-user.ts';
import { getFolder } from '#functions/operations/get-folder.ts';
import { getLink } from '#functions/operations/get-link.ts';
import { getUser } from '#functions/operations/get-user.ts';
import { grantUpload } from '#functions/operations/grant-upload.ts';
import { health } from '#functions/operations/health.ts';
import { listFavorites } from '#functions/operations/list-favorites.ts';
import { listFolderLinks } from '#functions/operations/list-folder-links.ts';
import { listFolders } from '#functions/operations/list-folders.ts';
import { listLinks } from '#functions/operations/list-links.ts';
import { loginRegister } from '#functions/operations/login-register.ts';
import { moveFolder } from '#functions/operations/move-folder.ts';
import type { OpenOperation, Operation } from '#functions/operations/operation.ts';
import { removeLinkFromFolder } from '#functions/operations/remove-link-from-folder.ts';
import { toggleFavorite } from '#functions/operations/toggle-favorite.ts';
import { updateFolder } from '#functions/operations/update-folder.ts';
import { updateFolderImage } from '#functions/operations/update-folder-image.ts';
import { updateLink } from '#functions/operations/update-link.ts';
import { updateLinkImage } from '#functions/operations/update-link-image.ts';
import { updateUser } from '#functions/operations/update-user.ts';

/** An operation for each path of the contract's table: a path without one does not compile. */
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
    '/uploads/grant/': grantUpload,
  },
};
