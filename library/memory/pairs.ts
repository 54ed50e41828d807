import type { ObjectKind } from '#library/entities/collections.ts';

import type { Key } from './keys.ts';

/** Keys of memberships and favorites, built like the ids of their documents. */
export type MembershipKey = `${Key}_${Key}`;
export type FavoriteKey = `${ObjectKind}_${Key}`;

export function membershipKey(folder: Key, link: Key): MembershipKey {
  return `${folder}_${link}`;
}

export function favoriteKey(kind: ObjectKind, key: Key): FavoriteKey {
  return `${kind}_${key}`;
}

export function membersOf(key: string): { readonly folder: Key; readonly link: Key } {
  const middle = key.indexOf('_');
  return { folder: Number(key.slice(0, middle)), link: Number(key.slice(middle + 1)) };
}

export function favoriteOf(key: string): { readonly kind: ObjectKind; readonly key: Key } {
  const middle = key.indexOf('_');
  return { kind: key.startsWith('folder') ? 'folder' : 'link', key: Number(key.slice(middle + 1)) };
}
