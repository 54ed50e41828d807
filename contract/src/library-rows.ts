import type { Status } from '@foldmark/library/entities/fields';
import type { LibraryCollection, ObjectKind } from '@foldmark/library/entities/collections';
import { ROOT_FOLDER_ID, STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { type Micros, NO_IDS, type Records } from '@foldmark/library/entities/records';

/** The content of the replica does not match the format that this version of the app reads. */
export class BrokenRows extends Error {}

type Fields = readonly (string | number | readonly number[])[];

/** Stores a record without its field names, which would be most of the stored text. */
interface RowFormat<C extends LibraryCollection> {
  readonly fields: (record: Records[C]) => Fields;
  readonly record: (read: RowReader, at: Micros) => Records[C];
}

export const ROW_FORMATS: { readonly [C in LibraryCollection]: RowFormat<C> } = {
  links: {
    fields: (link) => [
      link.link_id,
      link.url,
      link.name,
      link.status_id,
      link.image_s3_key,
      link.favicon_key,
      link.favicon_url,
      link.domain_name,
      link.created_at,
      link.note,
      // Left out of most rows. A field after it must write it always.
      ...(link.distinct_from.length === 0 ? [] : [link.distinct_from]),
    ],
    record: (read, at) => ({
      link_id: read.number(),
      url: read.text(''),
      name: read.text(''),
      status_id: read.status(STATUS_ACTIVE),
      image_s3_key: read.text(''),
      favicon_key: read.text(''),
      favicon_url: read.text(''),
      domain_name: read.text(''),
      created_at: read.number(0),
      note: read.text(''),
      distinct_from: read.ids(),
      updated_at: at,
    }),
  },
  folders: {
    fields: (folder) => [
      folder.folder_id,
      folder.name,
      folder.status_id,
      folder.parent_folder_id,
      folder.image_s3_key,
      folder.created_at,
    ],
    record: (read, at) => ({
      folder_id: read.number(),
      name: read.text(''),
      status_id: read.status(STATUS_ACTIVE),
      parent_folder_id: read.number(ROOT_FOLDER_ID),
      image_s3_key: read.text(''),
      created_at: read.number(0),
      updated_at: at,
    }),
  },
  folder_links: {
    fields: ({ folder_link_id, folder_id, link_id }) => [folder_link_id, folder_id, link_id],
    record: (read, at) => ({
      folder_link_id: read.number(),
      folder_id: read.number(),
      link_id: read.number(),
      updated_at: at,
    }),
  },
  favorites: {
    fields: ({ object_id, object_type }) => [object_id, object_type],
    record: (read, at) => ({ object_id: read.number(), object_type: read.kind(), updated_at: at }),
  },
};

/**
 * Reads the values of a row in order and checks their types. Rows of older versions can be shorter: missing values get the
 * given default. So new fields must be added at the end, and no field may be removed.
 */
export class RowReader {
  readonly #row: readonly unknown[];
  #next: number;

  constructor(row: readonly unknown[], from: number) {
    this.#row = row;
    this.#next = from;
  }

  number(missing?: number): number {
    const value = this.#take(missing);
    if (typeof value !== 'number') throw new BrokenRows('A number is missing.');
    return value;
  }

  text(missing?: string): string {
    const value = this.#take(missing);
    if (typeof value !== 'string') throw new BrokenRows('A text is missing.');
    return value;
  }

  status(missing: Status): Status {
    const value = this.#take(missing);
    if (value !== STATUS_ACTIVE && value !== STATUS_TRASHED) throw new BrokenRows('A status is missing.');
    return value;
  }

  ids(): readonly number[] {
    const value = this.#take(NO_IDS);
    if (!Array.isArray(value) || !value.every(isNumber)) throw new BrokenRows('A list is missing.');
    return value.length === 0 ? NO_IDS : value;
  }

  kind(): ObjectKind {
    const value = this.#take();
    if (value !== 'link' && value !== 'folder') throw new BrokenRows('A kind is missing.');
    return value;
  }

  #take(missing?: unknown): unknown {
    this.#next += 1;
    return this.#next > this.#row.length ? missing : this.#row[this.#next - 1];
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
