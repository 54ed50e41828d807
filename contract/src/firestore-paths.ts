export type ObjectKind = 'link' | 'folder';

/** The collections a browser subscribes to. */
export const LIBRARY_COLLECTIONS = ['links', 'folders', 'folder_links', 'favorites'] as const;
export type LibraryCollection = (typeof LIBRARY_COLLECTIONS)[number];

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

/** A bot check that was solved once and can't be used again. */
export function usedChallengePath(challengeId: string): string {
  return `used_challenges/${challengeId}`;
}

/** Images that are to be deleted, and for a day those that were. Only the functions see them. */
export const IMAGE_DELETIONS = 'image_deletions';

export function imageDeletionPath(id: string): string {
  return `${IMAGE_DELETIONS}/${id}`;
}

/** The documents of all profiles and of all deletions, which only jobs go through. */
export const USERS = 'users';
export const DELETIONS = 'deletions';

/** Bars a uid from a new profile while its documents are being deleted, and as long as tokens of its account may hold. */
export function deletionPath(uid: string): string {
  return `${DELETIONS}/${uid}`;
}
