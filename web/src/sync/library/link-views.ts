import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/contract/limits';

import type { Key } from '#web/sync/library/keys.ts';
import { revise, sorted } from '#web/sync/library/link-order.ts';
import type { LinkQuery } from '#web/sync/library/link-query.ts';
import { LinkView } from '#web/sync/library/link-view.ts';
import type { LinkRecord } from '#web/sync/model/records.ts';

/** Selects all active links, those of one folder, the favorites, or those in the trash. */
export type LinkScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'folder'; readonly folder: Key }
  | { readonly kind: 'favorites' }
  | { readonly kind: 'trash' };

/** By url; by name; by date added or last edited, the newest first. */
export type LinkOrder = 'url' | 'name' | 'created' | 'edited';

export interface LinkFacts {
  readonly link: (key: Key) => LinkRecord | undefined;
  readonly linksIn: (folder: Key) => ReadonlySet<Key> | undefined;
  readonly isFavorite: (link: Key) => boolean;
  readonly favorites: () => readonly Key[];
}

/** Views without subscribers stay cached for the next letter of a search, up to this number. */
const MAX_VIEWS = 24;

/** All lists of links: one sorted master list, and views filtered from it or from each other. */
export class LinkViews {
  readonly #facts: LinkFacts;
  readonly #views = new Map<
    string,
    { readonly list: string; readonly query: LinkQuery | null; view: LinkView }
  >();
  readonly #watched = new Set<LinkView>();
  #order: readonly Key[] = [];
  #version = 0;

  constructor(facts: LinkFacts) {
    this.#facts = facts;
  }

  /** The links of a scope that a query finds. */
  view(scope: LinkScope, order: LinkOrder, query: LinkQuery | null): LinkView {
    const scopeId = scope.kind === 'folder' ? `folder:${scope.folder}` : scope.kind;
    const list = `${scopeId}|${order}`;
    const id = `${list}|${query?.id ?? ''}`;
    const known = this.#views.get(id);
    if (known !== undefined) return known.view;
    this.#evictOldest();
    const view = new LinkView({
      version: () => this.#version,
      candidates: () => this.#candidates(scope, list, query),
      belongs: (key) => this.#belongs(key, scope, query),
      urlOf: this.#urlOf,
      watch: (watched) => void this.#watched.add(watched),
      unwatch: (watched) => void this.#watched.delete(watched),
    });
    this.#views.set(id, { list, query, view });
    return view;
  }

  /** `moved`: links that were added, removed or got another url. `changed`: these and all that may join or leave a view. */
  update(moved: ReadonlySet<Key>, changed: ReadonlySet<Key>): Set<() => void> {
    if (moved.size > 0)
      this.#order = revise(this.#order, moved, (key) => this.#facts.link(key) !== undefined, this.#urlOf);
    const listeners = new Set<() => void>();
    this.#version += 1;
    for (const view of this.#watched) {
      for (const listener of view.update(changed) ?? []) listeners.add(listener);
    }
    return listeners;
  }

  readonly #urlOf = (key: Key): string => this.#facts.link(key)?.url ?? '';

  #belongs(key: Key, scope: LinkScope, query: LinkQuery | null): boolean {
    const link = this.#facts.link(key);
    if (link === undefined) return false;
    if (link.status_id !== (isInTrash(scope, query) ? STATUS_TRASHED : STATUS_ACTIVE)) return false;
    if (scope.kind === 'folder' && this.#facts.linksIn(scope.folder)?.has(key) !== true) return false;
    if (scope.kind === 'favorites' && !this.#facts.isFavorite(key)) return false;
    return query === null || query.matches(key, link);
  }

  /** A query that narrows another one filters its results instead of all links. */
  #candidates(scope: LinkScope, list: string, query: LinkQuery | null): readonly Key[] {
    let best: readonly Key[] | undefined;
    for (const other of this.#views.values()) {
      if (other.list !== list || other.query === query || !other.view.isFresh) continue;
      if (isInTrash(scope, other.query) !== isInTrash(scope, query)) continue;
      if (other.query !== null && query?.narrows(other.query) !== true) continue;
      const keys = other.view.get();
      if (best === undefined || keys.length < best.length) best = keys;
    }
    if (best !== undefined) return best;
    const links = this.#ownLinks(scope);
    return links !== null && links.length * 4 < this.#order.length ? sorted(links, this.#urlOf) : this.#order;
  }

  /** The unsorted links of a folder or of the favorites. Null for other scopes. */
  #ownLinks(scope: LinkScope): readonly Key[] | null {
    if (scope.kind === 'folder') return [...(this.#facts.linksIn(scope.folder) ?? [])];
    return scope.kind === 'favorites' ? this.#facts.favorites() : null;
  }

  #evictOldest(): void {
    if (this.#views.size < MAX_VIEWS) return;
    for (const [id, { view }] of this.#views) {
      if (this.#watched.has(view)) continue;
      this.#views.delete(id);
      return;
    }
  }
}

function isInTrash(scope: LinkScope, query: LinkQuery | null): boolean {
  return query?.isTrash ?? scope.kind === 'trash';
}
