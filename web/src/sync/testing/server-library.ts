import type { ChangeOf, LibraryChange, SkipReason } from '@foldmark/library/changes/changes';
import {
  type FolderRecord,
  type LinkRecord,
  type MembershipRecord,
  type Micros,
  microsOf,
} from '@foldmark/library/entities/records';
import { ROOT_FOLDER_ID, STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { domainOf, placeholderName } from '@foldmark/library/entities/link-url';
import { newLink } from '@foldmark/library/entities/new-link';
import { unitedValues } from '@foldmark/library/changes/united-values';

import { Documents } from '#web/sync/testing/documents.ts';

/** What became of a change: the object that it is about, or why it was skipped. Some fields can be left alone. */
export interface Effect {
  readonly answer?: LinkRecord | FolderRecord | MembershipRecord;
  readonly skipped?: { readonly why: SkipReason; readonly fields?: readonly string[] };
}

const GONE: Effect = { skipped: { why: 'gone' } };
const CHANGED: Effect = { skipped: { why: 'changed' } };

/** The library on the test server. Executes changes by the rules of docs/api.md. */
export class ServerLibrary {
  readonly links = new Documents<'links'>();
  readonly folders = new Documents<'folders'>();
  readonly memberships = new Documents<'folder_links'>();
  readonly favorites = new Documents<'favorites'>();
  /** The links whose name is the title of their page. */
  readonly #titled = new Set<number>();
  readonly #now: () => Micros;
  #clock = 100;

  /** Has one folder, with the id 7. */
  constructor(now: () => Micros) {
    this.#now = now;
    const fields = { name: 'Seven', parent_folder_id: 0, status_id: 1, image_s3_key: '' } as const;
    this.folders.put('7', { folder_id: 7, ...fields, created_at: 1, updated_at: 1 });
  }

  execute(change: LibraryChange): Effect {
    switch (change.kind) {
      case 'link.create': {
        const id = this.#tick();
        const link = { ...newLink(id, change.url), created_at: this.#now(), updated_at: id };
        return { answer: this.#putLink(link) };
      }
      case 'link.set':
        return this.#setLink(change);
      case 'link.image':
      case 'folder.image': {
        const { s3_key: image_s3_key } = change;
        const guard = change.if?.image_s3_key;
        if (change.kind === 'link.image') return this.#setLink({ ...change, image_s3_key }, guard);
        return this.#setFolder({ ...change, image_s3_key }, guard);
      }
      case 'link.delete':
        return this.#deleteLink(change);
      case 'link.merge':
        return this.#merge(change);
      case 'link.unmerge':
        return this.#unmerge(change);
      case 'link.distinct':
        return this.#setDistinct(change);
      case 'folder.create': {
        const { name, parent_folder_id } = change;
        if (parent_folder_id !== ROOT_FOLDER_ID && !this.#folder(parent_folder_id)) return GONE;
        const folder_id = this.#tick();
        const times = { created_at: this.#now(), updated_at: folder_id };
        const fields = { name, parent_folder_id, status_id: STATUS_ACTIVE, image_s3_key: '' } as const;
        return { answer: this.#putFolder({ folder_id, ...fields, ...times }) };
      }
      case 'folder.set':
        return this.#setFolder(change);
      case 'folder.move':
        return this.#moveFolder(change);
      case 'folder.delete':
        return this.#deleteFolder(change);
      case 'member.set':
        return this.#setMember(change);
      case 'favorite.set':
        return this.#setFavorite(change);
      case 'user.set':
        return {};
    }
  }

  /** The record that a change is about, as it is now. */
  stored(change: LibraryChange): Effect['answer'] {
    if (change.kind === 'member.set')
      return this.memberships.all.get(`${change.folder_id}_${change.link_id}`);
    if ('link_id' in change) return this.#link(change.link_id);
    return 'folder_id' in change ? this.#folder(change.folder_id) : undefined;
  }

  /** The page of a link has been read. */
  setTitle(link_id: number, name: string): void {
    const link = this.#link(link_id);
    if (link === undefined) return;
    this.#putLink({ ...link, name });
    this.#titled.add(link_id);
  }

  #setLink(
    change: Pick<ChangeOf<'link.set'>, 'link_id' | 'if' | 'url' | 'name' | 'status_id' | 'note'> & {
      readonly image_s3_key?: string;
    },
    imageGuard?: string,
  ): Effect {
    const link = this.#link(change.link_id);
    if (link === undefined) return GONE;
    const { url, name, status_id, note, image_s3_key } = change;
    const guard = { ...change.if, ...(imageGuard === undefined ? {} : { image_s3_key: imageGuard }) };
    // The title of the page is no edit.
    if (guard.name === placeholderName(link.url) && this.#titled.has(link.link_id)) guard.name = link.name;
    const { made, left } = edit(link, given({ url, name, status_id, note, image_s3_key }), guard);
    if (made.name !== undefined) this.#titled.delete(link.link_id);
    const domain = made.url === undefined ? {} : { domain_name: domainOf(made.url) };
    const answer = Object.keys(made).length === 0 ? link : this.#putLink({ ...link, ...made, ...domain });
    return left.length === 0 ? { answer } : { answer, skipped: { why: 'changed', fields: left } };
  }

  #merge({ link_id, into_id }: ChangeOf<'link.merge'>): Effect {
    const [link, into] = [this.#link(link_id), this.#link(into_id)];
    if (link === undefined || into === undefined) return GONE;
    const isActive = link.status_id === STATUS_ACTIVE && into.status_id === STATUS_ACTIVE;
    const values = isActive && link_id !== into_id ? unitedValues(into, link) : null;
    if (values === null) return CHANGED;
    for (const { folder_id } of [...this.memberships.all.values()].filter((one) => one.link_id === link_id))
      this.#setMember({ kind: 'member.set', folder_id, link_id: into_id, present: true });
    if (this.favorites.all.has(`link_${link_id}`)) this.#setFavorite(starOf(into_id, true));
    if (Object.keys(values).length > 0) this.#putLink({ ...into, ...values });
    this.#putLink({ ...link, status_id: STATUS_TRASHED });
    return {};
  }

  #unmerge(change: ChangeOf<'link.unmerge'>): Effect {
    const { link_id, into_id, folder_ids, favorite, before, after } = change;
    const [link, into] = [this.#link(link_id), this.#link(into_id)];
    if (link === undefined) return GONE;
    if (link.status_id !== STATUS_ACTIVE) this.#putLink({ ...link, status_id: STATUS_ACTIVE });
    if (into === undefined) return {};
    for (const folder_id of folder_ids)
      this.#setMember({ kind: 'member.set', folder_id, link_id: into_id, present: false });
    if (favorite) this.#setFavorite(starOf(into_id, false));
    const { made, left } = edit(into, dated(before), dated(after));
    if (Object.keys(made).length > 0) this.#putLink({ ...into, ...made });
    return left.length === 0 ? {} : { skipped: { why: 'changed', fields: left } };
  }

  #setDistinct({ link_id, other_id, distinct }: ChangeOf<'link.distinct'>): Effect {
    const link = this.#link(link_id);
    if (link === undefined || (distinct && this.#link(other_id) === undefined)) return GONE;
    if (link.distinct_from.includes(other_id) === distinct) return {};
    const others = link.distinct_from.filter((id) => id !== other_id);
    this.#putLink({ ...link, distinct_from: distinct ? [...others, other_id] : others });
    return {};
  }

  #setFolder(
    change: Pick<ChangeOf<'folder.set'>, 'folder_id' | 'if' | 'name' | 'status_id'> & {
      readonly image_s3_key?: string;
    },
    imageGuard?: string,
  ): Effect {
    const folder = this.#folder(change.folder_id);
    if (folder === undefined) return GONE;
    const { name, status_id, image_s3_key } = change;
    const guard = { ...change.if, ...(imageGuard === undefined ? {} : { image_s3_key: imageGuard }) };
    const { made, left } = edit(folder, given({ name, status_id, image_s3_key }), guard);
    const answer = Object.keys(made).length === 0 ? folder : this.#putFolder({ ...folder, ...made });
    return left.length === 0 ? { answer } : { answer, skipped: { why: 'changed', fields: left } };
  }

  #moveFolder({ folder_id, parent_folder_id, if: guard }: ChangeOf<'folder.move'>): Effect {
    const folder = this.#folder(folder_id);
    if (folder === undefined) return GONE;
    const { made, left } = edit(folder, { parent_folder_id }, guard ?? {});
    if (left.length > 0) return { answer: folder, skipped: { why: 'changed', fields: left } };
    if (made.parent_folder_id === undefined) return { answer: folder };
    for (let id = parent_folder_id; id !== ROOT_FOLDER_ID;) {
      if (id === folder_id) return { skipped: { why: 'cycle' } };
      const parent = this.#folder(id);
      if (parent === undefined) return GONE;
      id = parent.parent_folder_id;
    }
    return { answer: this.#putFolder({ ...folder, parent_folder_id }) };
  }

  #deleteLink({ link_id, created }: ChangeOf<'link.delete'>): Effect {
    const link = this.#link(link_id);
    if (link === undefined) return GONE;
    const members = this.#membershipsOf((membership) => membership.link_id === link_id);
    if (created === undefined) {
      if (link.status_id !== STATUS_TRASHED) return { skipped: { why: 'not_in_trash' } };
    } else {
      const isNamed = link.name === created.name || this.#titled.has(link_id);
      const isUsed = members.length > 0 || this.favorites.all.has(`link_${link_id}`);
      if (link.url !== created.url || link.note !== (created.note ?? '') || !isNamed || isUsed)
        return CHANGED;
    }
    for (const id of members) this.memberships.delete(id, this.#tick());
    this.#unstar(`link_${link_id}`);
    this.links.delete(String(link_id), this.#tick());
    return {};
  }

  #deleteFolder({ folder_id, created }: ChangeOf<'folder.delete'>): Effect {
    const folder = this.#folder(folder_id);
    if (folder === undefined) return GONE;
    const deleted = [folder_id, ...this.#descendants(folder_id)];
    const members = this.#membershipsOf((membership) => deleted.includes(membership.folder_id));
    if (created === undefined) {
      if (folder.status_id !== STATUS_TRASHED) return { skipped: { why: 'not_in_trash' } };
    } else {
      const { name, parent_folder_id } = created;
      const isUsed =
        members.length > 0 || deleted.length > 1 || this.favorites.all.has(`folder_${folder_id}`);
      if (folder.name !== name || folder.parent_folder_id !== parent_folder_id || isUsed) return CHANGED;
    }
    for (const id of members) this.memberships.delete(id, this.#tick());
    for (const id of deleted) {
      this.#unstar(`folder_${id}`);
      this.folders.delete(String(id), this.#tick());
    }
    return {};
  }

  #setMember({ folder_id, link_id, present }: ChangeOf<'member.set'>): Effect {
    const id = `${folder_id}_${link_id}`;
    const existing = this.memberships.all.get(id);
    if (!present) {
      if (existing !== undefined) this.memberships.delete(id, this.#tick());
      return existing === undefined ? {} : { answer: existing };
    }
    if (existing !== undefined) return { answer: existing };
    if (!this.#folder(folder_id) || !this.#link(link_id)) return GONE;
    const at = this.#tick();
    const answer = { folder_link_id: at, folder_id, link_id, updated_at: at };
    this.memberships.put(id, answer);
    return { answer };
  }

  #setFavorite({ object_type, object_id, on }: ChangeOf<'favorite.set'>): Effect {
    const id = `${object_type}_${object_id}`;
    if (!on) this.#unstar(id);
    else if (!this.favorites.all.has(id)) {
      if ((object_type === 'link' ? this.#link(object_id) : this.#folder(object_id)) === undefined)
        return GONE;
      this.favorites.put(id, { object_type, object_id, updated_at: this.#tick() });
    }
    return {};
  }

  #unstar(id: string): void {
    if (this.favorites.all.has(id)) this.favorites.delete(id, this.#tick());
  }

  #link(id: number): LinkRecord | undefined {
    return this.links.all.get(String(id));
  }

  #folder(id: number): FolderRecord | undefined {
    return this.folders.all.get(String(id));
  }

  #descendants(folder: number): number[] {
    return [...this.folders.all.values()]
      .filter(({ parent_folder_id }) => parent_folder_id === folder)
      .flatMap(({ folder_id }) => [folder_id, ...this.#descendants(folder_id)]);
  }

  #membershipsOf(isThis: (membership: MembershipRecord) => boolean): string[] {
    return [...this.memberships.all].flatMap(([id, membership]) => (isThis(membership) ? [id] : []));
  }

  #putLink(changed: LinkRecord): LinkRecord {
    const link = { ...changed, updated_at: this.#tick() };
    this.links.put(String(link.link_id), link);
    return link;
  }

  #putFolder(changed: FolderRecord): FolderRecord {
    const folder = { ...changed, updated_at: this.#tick() };
    this.folders.put(String(folder.folder_id), folder);
    return folder;
  }

  #tick(): number {
    this.#clock += 1;
    return this.#clock;
  }
}

function starOf(object_id: number, on: boolean): ChangeOf<'favorite.set'> {
  return { kind: 'favorite.set', object_type: 'link', object_id, on };
}

function dated({ created_at, ...values }: ChangeOf<'link.unmerge'>['after']): Partial<LinkRecord> {
  return created_at === undefined ? values : { ...values, created_at: microsOf(new Date(created_at)) };
}

/** Leaves a field alone if its stored value differs from the one in the guard and from the wanted one. */
function edit<T extends object>(
  record: T,
  wanted: Partial<T>,
  guard: object,
): { readonly made: Partial<T>; readonly left: readonly string[] } {
  const made: Partial<T> = {};
  const left: string[] = [];
  const earlier = new Map<string, unknown>(Object.entries(guard));
  for (const field in wanted) {
    if (record[field] === wanted[field]) continue;
    if (earlier.has(field) && earlier.get(field) !== record[field]) left.push(field);
    else Object.assign(made, { [field]: wanted[field] });
  }
  return { made, left };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function given<T extends object>(fields: T): Given<T> {
  const rest: Given<T> = {};
  for (const field in fields)
    if (fields[field] !== undefined) Object.assign(rest, { [field]: fields[field] });
  return rest;
}
