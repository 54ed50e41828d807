import type { ChangeOf } from '@foldmark/library/changes/changes';
import { dateOf, type LinkRecord, type Micros } from '@foldmark/library/entities/records';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { unitedValues, type UnitedValues } from '@foldmark/library/changes/united-values';

import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import { type MembershipKey, membershipKey } from '@foldmark/library/memory/pairs';

type LinkMerge = Pick<ChangeOf<'link.merge'>, 'link_id' | 'into_id'>;

/** Of the library as it is shown, or after further merges. */
interface Links {
  readonly link: (key: Key) => LinkRecord | undefined;
  readonly foldersOf: (link: Key) => readonly Key[];
  readonly isMember: (folder: Key, link: Key) => boolean;
  readonly isFavorite: (kind: 'link', link: Key) => boolean;
}

/** What a merge gives to the link that stays. */
interface Given {
  readonly link: LinkRecord;
  readonly into: LinkRecord;
  readonly values: UnitedValues<Micros>;
  readonly folders: readonly Key[];
  readonly isStarred: boolean;
}

/** Null if the merge can't be made: see `link.merge`. */
export function givenByMerge(links: Links, { link_id, into_id }: LinkMerge): Given | null {
  const [link, into] = [links.link(link_id), links.link(into_id)];
  if (link_id === into_id || link?.status_id !== STATUS_ACTIVE || into?.status_id !== STATUS_ACTIVE)
    return null;
  const values = unitedValues(into, link);
  if (values === null) return null;
  const folders = links.foldersOf(link_id).filter((folder) => !links.isMember(folder, into_id));
  const isStarred = links.isFavorite('link', link_id) && !links.isFavorite('link', into_id);
  return { link, into, values, folders, isStarred };
}

/** The links of a library after the merges of a gesture that the library does not show yet. */
export class MergedLinks implements Links {
  readonly #library: Library;
  readonly #links = new Map<Key, LinkRecord>();
  readonly #members = new Set<MembershipKey>();
  readonly #favorites = new Set<Key>();

  constructor(library: Library) {
    this.#library = library;
  }

  readonly link = (key: Key): LinkRecord | undefined => this.#links.get(key) ?? this.#library.link(key);
  /** Without those of earlier merges: a link is not merged into another one and then merged itself. */
  readonly foldersOf = (link: Key): readonly Key[] => this.#library.foldersOf(link);
  readonly isMember = (folder: Key, link: Key): boolean =>
    this.#members.has(membershipKey(folder, link)) || this.#library.isMember(folder, link);
  readonly isFavorite = (kind: 'link', link: Key): boolean =>
    this.#favorites.has(link) || this.#library.isFavorite(kind, link);

  /** Merges two links. Returns what undoes it, or null if the merge can't be made. */
  merge({ link_id, into_id }: LinkMerge): ChangeOf<'link.unmerge'> | null {
    const given = givenByMerge(this, { link_id, into_id });
    if (given === null) return null;
    const { link, into, values, folders, isStarred } = given;
    this.#links.set(link_id, { ...link, status_id: STATUS_TRASHED });
    this.#links.set(into_id, { ...into, ...values });
    for (const folder of folders) this.#members.add(membershipKey(folder, into_id));
    if (isStarred) this.#favorites.add(into_id);
    const { name, note, image_s3_key, created_at } = values;
    return {
      kind: 'link.unmerge',
      link_id,
      into_id,
      folder_ids: [...folders],
      favorite: isStarred,
      before: {
        ...(name === undefined ? {} : { name: into.name }),
        ...(note === undefined ? {} : { note: into.note }),
        ...(image_s3_key === undefined ? {} : { image_s3_key: '' }),
        ...(created_at === undefined ? {} : { created_at: dateOf(into.created_at).toISOString() }),
      },
      after: {
        ...(name === undefined ? {} : { name }),
        ...(note === undefined ? {} : { note }),
        ...(image_s3_key === undefined ? {} : { image_s3_key }),
        ...(created_at === undefined ? {} : { created_at: dateOf(created_at).toISOString() }),
      },
    };
  }
}
