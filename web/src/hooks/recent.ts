import type { ObjectKind } from '@foldmark/library/entities/collections';

import { useCallback } from 'react';

import {
  PERSONAL_KEYS,
  type PersonalStorage,
  readPersonal,
  writePersonal,
} from '#web/account/stored-user.ts';

import { useSession } from './services.ts';

/** A link or folder that the user has opened. Its key is the id, or the temporary key before it has an id. */
export interface RecentItem {
  readonly kind: ObjectKind;
  readonly id: number;
}

const MAX_COUNT = 20;

/** The items that this user opened in this browser, latest first. */
export function readRecent(storage: PersonalStorage, uid: string): readonly RecentItem[] {
  const items: unknown = Reflect.get(readPersonal(storage, uid, PERSONAL_KEYS.recent), 'items');
  return Array.isArray(items) ? items.flatMap(readItem).slice(0, MAX_COUNT) : [];
}

/** Returns a function that records an opened item. Quick open shows recent items first. */
export function useNoteRecent(): (item: RecentItem) => void {
  const uid = useSession().firebaseUser?.uid ?? '';
  return useCallback(
    (item) => {
      noteRecent(() => localStorage, uid, item);
    },
    [uid],
  );
}

function noteRecent(storage: PersonalStorage, uid: string, { kind, id }: RecentItem): void {
  const others = readRecent(storage, uid).filter((item) => item.kind !== kind || item.id !== id);
  const items = [{ kind, id }, ...others].slice(0, MAX_COUNT);
  writePersonal(storage, uid, PERSONAL_KEYS.recent, JSON.stringify({ uid, items }));
}

function readItem(item: unknown): readonly RecentItem[] {
  if (typeof item !== 'object' || item === null) return [];
  const kind: unknown = Reflect.get(item, 'kind');
  const id: unknown = Reflect.get(item, 'id');
  return (kind === 'link' || kind === 'folder') && Number.isSafeInteger(id) ? [{ kind, id: Number(id) }] : [];
}
