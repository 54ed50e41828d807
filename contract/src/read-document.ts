import * as z from 'zod/mini';

import type { LibraryCollection } from '@foldmark/library/entities/collections';
import {
  storedFavoriteSchema,
  storedFolderLinkSchema,
  storedFolderSchema,
  storedLinkSchema,
  type StoredTimestamp,
} from './stored.ts';
import { NO_IDS } from '@foldmark/library/entities/field';
import {
  type DocumentVersion,
  type Micros,
  microsOfTimestamp,
  type Records,
} from '@foldmark/library/entities/records';

type Reader<C extends LibraryCollection> = (id: string, data: unknown) => DocumentVersion<C>;
type Live<Stored> = Extract<Stored, { readonly deleted: false }>;

/** Parses a document of each collection. Throws if it does not match the contract. */
export const READ_DOCUMENT: { readonly [C in LibraryCollection]: Reader<C> } = {
  links: reader(storedLinkSchema, (link, updated_at) => ({
    ...link,
    distinct_from: link.distinct_from.length === 0 ? NO_IDS : link.distinct_from,
    created_at: microsOfTimestamp(link.created_at),
    updated_at,
  })),
  folders: reader(storedFolderSchema, (folder, updated_at) => ({
    ...folder,
    created_at: microsOfTimestamp(folder.created_at),
    updated_at,
  })),
  folder_links: reader(storedFolderLinkSchema, (membership, updated_at) => ({ ...membership, updated_at })),
  favorites: reader(storedFavoriteSchema, (favorite, updated_at) => ({ ...favorite, updated_at })),
};

function reader<
  C extends LibraryCollection,
  Stored extends { readonly deleted: boolean; readonly updated_at: StoredTimestamp },
>(
  schema: z.ZodMiniType<Stored>,
  recordOf: (live: Omit<Live<Stored>, 'deleted'>, updated_at: Micros) => Records[C],
): Reader<C> {
  return (id, data) => {
    const stored = z.parse(schema, data);
    const at = microsOfTimestamp(stored.updated_at);
    if (!isLive(stored)) return { id, at, record: null };
    const { deleted: _, ...live } = stored;
    return { id, at, record: recordOf(live, at) };
  };
}

function isLive<Stored extends { readonly deleted: boolean }>(stored: Stored): stored is Live<Stored> {
  return !stored.deleted;
}
