export type ObjectKind = 'link' | 'folder';

/** The collections that a browser subscribes to. */
export const LIBRARY_COLLECTIONS = ['links', 'folders', 'folder_links', 'favorites'] as const;
export type LibraryCollection = (typeof LIBRARY_COLLECTIONS)[number];
