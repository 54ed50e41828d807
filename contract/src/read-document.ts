import * as z from 'zod/mini';

import type { LibraryCollection } from '@foldmark/library/entities/collections';
import {
  storedFavoriteSchema,
  storedFolderLinkSchema,
  storedFolderSchema,
  storedLinkSchema,
} from './stored.ts';
import { NO_IDS } from '@foldmark/library/entities/field';
import { type DocumentVersion, microsOfTimestamp } from '@foldmark/library/entities/records';

type Reader<C extends LibraryCollection> = (id: string, data: unknown) => DocumentVersion<C>;

/** Parses a document of each collection. Throws if it does not match the contract. */
export const READ_DOCUMENT: { readonly [C in LibraryCollection]: Reader<C> } = {
  links: (id, data) => {
    const stored = z.parse(storedLinkSchema, data);
    const at = microsOfTimestamp(stored.updated_at);
    if (stored.deleted) return { id, at, record: null };
    const { deleted: _, created_at, ...link } = stored;
    const distinct_from = link.distinct_from.length === 0 ? NO_IDS : link.distinct_from;
    const record = { ...link, distinct_from, created_at: microsOfTimestamp(created_at), updated_at: at };
    return { id, at, record };
  },
  folders: (id, data) => {
    const stored = z.parse(storedFolderSchema, data);
    const at = microsOfTimestamp(stored.updated_at);
    if (stored.deleted) return { id, at, record: null };
    const { deleted: _, created_at, ...folder } = stored;
    return { id, at, record: { ...folder, created_at: microsOfTimestamp(created_at), updated_at: at } };
  },
  folder_links: (id, data) => {
    const stored = z.parse(storedFolderLinkSchema, data);
    const at = microsOfTimestamp(stored.updated_at);
    if (stored.deleted) return { id, at, record: null };
    const { deleted: _, ...membership } = stored;
    return { id, at, record: { ...membership, updated_at: at } };
  },
  favorites: (id, data) => {
    const stored = z.parse(storedFavoriteSchema, data);
    const at = microsOfTimestamp(stored.updated_at);
    if (stored.deleted) return { id, at, record: null };
    const { deleted: _, ...favorite } = stored;
    return { id, at, record: { ...favorite, updated_at: at } };
  },
};
