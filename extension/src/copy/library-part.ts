import { readChunk } from '@foldmark/contract/library-chunks';
import type { LinkView, RecordView } from '@foldmark/library/changes/change';
import { Draft } from '@foldmark/library/changes/draft';
import type { Edit } from '@foldmark/library/changes/edits';
import { subjectOf } from '@foldmark/library/changes/references';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { newLink } from '@foldmark/library/entities/new-link';
import type { DocumentVersion, FolderRecord, LinkRecord } from '@foldmark/library/entities/records';
import { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';
import { favoriteKey, membershipKey } from '@foldmark/library/memory/pairs';

import type { Gesture } from '#extension/copy/gesture.ts';
import type { ChunkTexts } from '#extension/copy/read-copy.ts';
import { undoing } from '#extension/copy/undoing.ts';

const MICROS_PER_MS = 1000;

/**
 * Some links of the copy and all folders, with the waiting gestures on top. It has no lists, so the popup loads a fifth less script
 * than with the whole `Library`.
 */
export class LibraryPart {
  readonly #records = new CopiedRecords();
  readonly #draft = new Draft(this.#records);
  readonly #createdLinks = new Map<Key, LinkRecord>();
  readonly #createdFolders = new Set<Key>();
  readonly #pending = new Set<Key>();

  constructor(texts: readonly ChunkTexts[], gestures: readonly Gesture[]) {
    for (const one of texts) this.#records.receive(one);
    for (const gesture of gestures) this.#show(gesture);
  }

  /** The visible records, for the changes. */
  get view(): RecordView {
    return this.#draft;
  }

  get tree(): FolderTree {
    const keys = [...this.#records.folders.keys(), ...this.#createdFolders];
    const nodes = keys.flatMap((key) => {
      const folder = this.#draft.folder(key);
      return folder === undefined ? [] : [[key, folder] as const];
    });
    return new FolderTree(new Map(nodes));
  }

  links(): readonly LinkRecord[] {
    return [...this.#records.links.values(), ...this.#createdLinks.values()].flatMap((record) => {
      const values = this.#draft.link(record.link_id);
      return values === undefined ? [] : [{ ...record, ...values }];
    });
  }

  /** Whether a change of the link waits until the server has made it. */
  isPending(link: Key): boolean {
    return this.#pending.has(link);
  }

  #show(gesture: Gesture): void {
    const now = gesture.madeAt * MICROS_PER_MS;
    const edits = gesture.undoes === null ? gesture.edits : undoing(this.#draft, gesture.edits);
    for (const edit of edits) if (this.#isMade(edit, now)) this.#draft.commit([edit]);
    for (const change of gesture.changes) {
      const subject = subjectOf(change);
      if (subject?.kind === 'link') this.#pending.add(subject.id);
    }
  }

  /** Whether the edit still has an effect: an object that another device has deleted stays deleted. */
  #isMade(edit: Edit, now: number): boolean {
    if (edit.table === 'links') {
      const { link_id } = edit.key;
      if (this.#draft.link(link_id) !== undefined) return true;
      if (edit.before !== null) return false;
      const created = { ...newLink(link_id, edit.after?.url ?? ''), created_at: now, updated_at: now };
      if (!this.#records.links.has(link_id)) this.#createdLinks.set(link_id, created);
    } else if (edit.table === 'folders') {
      const { folder_id } = edit.key;
      if (this.#draft.folder(folder_id) !== undefined) return true;
      if (edit.before !== null) return false;
      if (!this.#records.folders.has(folder_id)) this.#createdFolders.add(folder_id);
    }
    return true;
  }
}

/** The records of the copy. The profile is not part of it. */
class CopiedRecords implements RecordView {
  readonly links = new Map<Key, LinkRecord>();
  readonly folders = new Map<Key, FolderRecord>();
  readonly #members = new Map<string, { readonly folder_link_id: number }>();
  readonly #foldersOf = new Map<Key, Key[]>();
  readonly #favorites = new Set<string>();

  receive({ collection, texts }: ChunkTexts): void {
    for (const text of texts) this.#receivers[collection](text);
  }

  link(id: number): LinkView | undefined {
    return this.links.get(id);
  }

  folder(id: number): FolderRecord | undefined {
    return this.folders.get(id);
  }

  member(folder: number, link: number): { readonly folder_link_id: number } | undefined {
    return this.#members.get(membershipKey(folder, link));
  }

  isFavorite(kind: 'link' | 'folder', id: number): boolean {
    return this.#favorites.has(favoriteKey(kind, id));
  }

  distinctOf(link: number): readonly number[] {
    return this.links.get(link)?.distinct_from ?? [];
  }

  foldersOf(link: number): readonly number[] {
    return this.#foldersOf.get(link) ?? [];
  }

  isFolderUsed(folder: number): boolean {
    for (const folders of this.#foldersOf.values()) if (folders.includes(folder)) return true;
    for (const { parent_folder_id } of this.folders.values()) if (parent_folder_id === folder) return true;
    return false;
  }

  user(): undefined {
    return undefined;
  }

  readonly #receivers: { readonly [C in LibraryCollection]: (text: string) => void } = {
    links: (text) => {
      for (const record of recordsIn('links', text)) this.links.set(record.link_id, record);
    },
    folders: (text) => {
      for (const record of recordsIn('folders', text)) this.folders.set(record.folder_id, record);
    },
    folder_links: (text) => {
      for (const record of recordsIn('folder_links', text)) {
        const { folder_id, link_id } = record;
        this.#members.set(membershipKey(folder_id, link_id), record);
        this.#foldersOf.set(link_id, [...(this.#foldersOf.get(link_id) ?? []), folder_id]);
      }
    },
    favorites: (text) => {
      for (const { object_type, object_id } of recordsIn('favorites', text))
        this.#favorites.add(favoriteKey(object_type, object_id));
    },
  };
}

function recordsIn<C extends LibraryCollection>(collection: C, text: string) {
  return readChunk(collection, text).flatMap(({ record }: DocumentVersion<C>) => record ?? []);
}
