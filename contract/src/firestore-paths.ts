import type { LibraryCollection, ObjectKind } from '@foldmark/library/entities/collections';

export function userPath(uid: string): string {
  return `users/${uid}`;
}

export function countersPath(uid: string): string {
  return `users/${uid}/private/counters`;
}

export function collectionPath(uid: string, collection: LibraryCollection): string {
  return `users/${uid}/${collection}`;
}

export function linkPath(uid: string, linkId: number): string {
  return `users/${uid}/links/${linkId}`;
}

export function folderPath(uid: string, folderId: number): string {
  return `users/${uid}/folders/${folderId}`;
}

export function folderLinkPath(uid: string, folderId: number, linkId: number): string {
  return `users/${uid}/folder_links/${folderId}_${linkId}`;
}

export function favoritePath(uid: string, objectType: ObjectKind, objectId: number): string {
  return `users/${uid}/favorites/${objectType}_${objectId}`;
}

/** The collection of actions for the history, which the owner can read. */
export const ACTIONS = 'actions';
/** The user's collection that only the functions can read. */
export const PRIVATE = 'private';

export function actionsPath(uid: string): string {
  return `users/${uid}/${ACTIONS}`;
}

export function actionPath(uid: string, actionId: string): string {
  return `users/${uid}/${ACTIONS}/${actionId}`;
}

/** The undo data of one part of an action. */
export function actionPartPath(uid: string, actionId: string, part: number): string {
  return privatePath(uid, 'action', actionId, part);
}

/** One part of an import. */
export function importPartPath(uid: string, importId: string, part: number): string {
  return privatePath(uid, 'import', importId, part);
}

/** The plan of an import. */
export function importPlanPath(uid: string, importId: string): string {
  return privatePath(uid, 'import', importId, 'plan');
}

/** One list of the sites whose icons are fetched after an import. */
export function importSitesPath(uid: string, importId: string, list: number): string {
  return privatePath(uid, 'import', importId, 'sites', list);
}

/**
 * The name of a private document. Clients choose the ids, and ids contain no dot (`actionId`). So different parts always give
 * different names.
 */
function privatePath(uid: string, ...parts: readonly (string | number)[]): string {
  return `users/${uid}/${PRIVATE}/${parts.join('.')}`;
}

/** The running and the waiting imports. */
export function importQueuePath(uid: string): string {
  return `users/${uid}/${PRIVATE}/imports`;
}

/** The memberships of items deleted forever that a job still has to delete. */
export function leftoversPath(uid: string): string {
  return `users/${uid}/${PRIVATE}/leftovers`;
}

/** The parts of a library's snapshot, which the owner can read. */
export const SNAPSHOTS = 'snapshots';

export function snapshotsPath(uid: string): string {
  return `users/${uid}/${SNAPSHOTS}`;
}

export function snapshotPartPath(uid: string, index: number): string {
  return `users/${uid}/${SNAPSHOTS}/${String(index).padStart(2, '0')}`;
}

/** The times when the snapshot was requested and written. */
export function snapshotStatePath(uid: string): string {
  return `users/${uid}/${PRIVATE}/snapshot`;
}

/** The user's connected apps, which only the functions can read. */
export const GRANTS = 'grants';

export function grantPath(uid: string, grantId: string): string {
  return `users/${uid}/${GRANTS}/${grantId}`;
}

/** The access tokens of all users, by their SHA-256. Only the functions can read them. */
export const TOKENS = 'tokens';

export function tokenPath(digest: string): string {
  return `${TOKENS}/${digest}`;
}

/** The codes by which apps get their first tokens, by their SHA-256. Only the functions can read them. */
export const CODES = 'codes';

export function codePath(digest: string): string {
  return `${CODES}/${digest}`;
}

/** A solved bot check, which cannot be used again. */
export function usedChallengePath(challengeId: string): string {
  return `used_challenges/${challengeId}`;
}

/** Requested image deletions, and completed ones for a day. Only the functions can read them. */
export const IMAGE_DELETIONS = 'image_deletions';

export function imageDeletionPath(id: string): string {
  return `${IMAGE_DELETIONS}/${id}`;
}

/** The collections of all profiles and of all account deletions. Only jobs query them. */
export const USERS = 'users';
export const DELETIONS = 'deletions';

/**
 * While this document exists, the uid gets no new profile. It exists while the account's documents are being deleted and while
 * its tokens may be valid.
 */
export function deletionPath(uid: string): string {
  return `${DELETIONS}/${uid}`;
}
