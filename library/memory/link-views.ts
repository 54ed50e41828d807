import type { LinkRecord } from '#library/entities/records.ts';
import { STATUS_ACTIVE, STATUS_TRASHED } from '#library/entities/limits.ts';

import type { Key } from './keys.ts';
import { type LinkChanges, LinkJournal } from './link-journal.ts';
import { LinkOrdering } from './link-order.ts';
import type { LinkQuery, StatusQuery } from './link-query.ts';
import { BY_CREATED, BY_EDITED, BY_NAME, BY_URL } from '#library/order/link-sorting.ts';
import { LinkView } from './link-view.ts';

/** The links to select: all active links, those of one folder, the favorites, or those in the trash. */
export type LinkScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'folder'; readonly folder: Key }
  | { readonly kind: 'favorites' }
  | { readonly kind: 'trash' };

/**
 * By url, by name, by the date added or last edited with the newest first, or by how well a link matches the query. Ties are
 * sorted by url.
 */
export type LinkOrder = 'url' | 'name' | 'created' | 'edited' | 'match';

export interface LinkFacts {
  readonly link: (key: Key) => LinkRecord | undefined;
  readonly links: () => Iterable<Key>;
  readonly linksIn: (folder: Key) => ReadonlySet<Key> | undefined;
  readonly isFavorite: (link: Key) => boolean;
  readonly favorites: () => readonly Key[];
}

interface CachedView {
  readonly scope: LinkScope;
  readonly order: LinkOrder;
  readonly query: LinkQuery | null;
  readonly view: LinkView;
}

/** The number of views without subscribers that stay cached, for example for the next letter of a search. */
const MAX_VIEWS = 24;
/** From this number of links, filtering all links is faster than sorting by url. */
const MANY = 10_000;
/** Below this number of links, sorting is always fast. */
const FEW = 2000;

/** All lists of links. A new list is filtered from another one, or sorted. Later, changes only revise it. */
export class LinkViews {
  readonly #facts: LinkFacts;
  readonly #views = new Map<string, CachedView>();
  readonly #watched = new Set<LinkView>();
  readonly #journal = new LinkJournal();
  readonly #orderings: Readonly<Record<Exclude<LinkOrder, 'match'>, LinkOrdering>>;

  constructor(facts: LinkFacts) {
    this.#facts = facts;
    const sortedByUrl = this.#sortedByUrl;
    this.#orderings = {
      url: new LinkOrdering(BY_URL, facts.link, null),
      name: new LinkOrdering(BY_NAME, facts.link, sortedByUrl),
      created: new LinkOrdering(BY_CREATED, facts.link, sortedByUrl),
      edited: new LinkOrdering(BY_EDITED, facts.link, sortedByUrl),
    };
  }

  /** The links of a scope that a query finds. */
  view(scope: LinkScope, order: LinkOrder, query: LinkQuery | null): LinkView {
    const id = idOf(scope, order, query);
    const known = this.#views.get(id);
    if (known !== undefined) {
      // Moves the view to the end of the map, because the most recently used views are last.
      this.#views.delete(id);
      this.#views.set(id, known);
      return known.view;
    }
    this.#evictOldest();
    const ordering = this.#orderingOf(order, query);
    const view = new LinkView({
      version: () => this.#journal.version,
      changesSince: (version) => this.#journal.since(version),
      list: () => this.#list(scope, order, query),
      listInSteps: () => ordering.sortInSteps(this.view(scope, 'url', query).get()),
      belongs: (key) => this.#belongs(key, scope, query),
      ordering,
      watch: (watched) => void this.#watched.add(watched),
      unwatch: (watched) => void this.#watched.delete(watched),
    });
    this.#views.set(id, { scope, order, query, view });
    return view;
  }

  update(changes: LinkChanges): Set<() => void> {
    const listeners = new Set<() => void>();
    this.#journal.add(changes);
    for (const view of this.#watched) {
      for (const listener of view.update() ?? []) listeners.add(listener);
    }
    return listeners;
  }

  #belongs(key: Key, scope: LinkScope, query: LinkQuery | null): boolean {
    const link = this.#facts.link(key);
    if (link === undefined) return false;
    if (query !== null && query.byStatus !== null) {
      const { active, trashed } = query.byStatus;
      return this.#belongs(key, scope, link.status_id === STATUS_TRASHED ? trashed : active);
    }
    if (link.status_id !== (isInTrash(scope, query) ? STATUS_TRASHED : STATUS_ACTIVE)) return false;
    if (scope.kind === 'folder' && this.#facts.linksIn(scope.folder)?.has(key) !== true) return false;
    if (scope.kind === 'favorites' && !this.#facts.isFavorite(key)) return false;
    return query === null || query.matches(key, link);
  }

  /** Computes a list from other lists. */
  #list(scope: LinkScope, order: LinkOrder, query: LinkQuery | null): readonly Key[] {
    if (query !== null && query.byStatus !== null) {
      const { active, trashed } = query.byStatus;
      const [left, right] = [active, trashed].map((each) => this.view(scope, order, each).get());
      return this.#orderingOf(order, query).merged(left ?? [], right ?? []);
    }
    if (order === 'match') return this.#ranked(scope, query);
    if (order !== 'url') return this.#sorted(scope, order, query);
    const belongs = (key: Key): boolean => this.#belongs(key, scope, query);
    if (query === null) return this.#orderings.url.sorted(this.#candidates(scope).filter(belongs));
    const wider = this.#wider(scope, query);
    // If the scope is the same, skips checking it again, because a search of 100,000 links has no time for that.
    return isSameScope(scope, wider.scope)
      ? query.filter(wider.view.get())
      : wider.view.get().filter(belongs);
  }

  /** Sorts the list that is sorted by url. Filters another sorted list instead if that is faster. */
  #sorted(scope: LinkScope, order: 'name' | 'created' | 'edited', query: StatusQuery | null): readonly Key[] {
    const byUrl = this.view(scope, 'url', query).get();
    const all = query === null ? null : this.view(baseOf(scope, query), order, null);
    if (all === null || byUrl.length < FEW || byUrl.length * 8 < all.size)
      return this.#orderings[order].sortedFromUrls(byUrl);
    const wanted = new Set(byUrl);
    return all.get().filter((key) => wanted.has(key));
  }

  /** Without a query, all links match equally well. */
  #ranked(scope: LinkScope, query: StatusQuery | null): readonly Key[] {
    const byUrl = this.view(scope, 'url', query).get();
    return query === null ? byUrl : query.ranking.sorted(byUrl);
  }

  #orderingOf(order: LinkOrder, query: LinkQuery | null): LinkOrdering {
    if (order !== 'match') return this.#orderings[order];
    if (query === null) return this.#orderings.url;
    return new LinkOrdering(query.ranking.sorting, this.#facts.link, this.#sortedByUrl);
  }

  /**
   * The shortest list by url that contains all results of the query. Of equally short ones, the last, whose texts the search
   * index still has.
   */
  #wider(scope: LinkScope, query: StatusQuery): Pick<CachedView, 'scope' | 'view'> {
    const isTrash = isInTrash(scope, query);
    let best: CachedView | undefined;
    for (const other of this.#views.values()) {
      const known = other.query;
      if (other.order !== 'url' || known === query) continue;
      if (known !== null && known.byStatus !== null) continue;
      if (isInTrash(other.scope, known) !== isTrash) continue;
      if (!isWithin(scope, other.scope) || !other.view.isKnown) continue;
      if (known !== null && !query.narrows(known)) continue;
      if (best === undefined || other.view.size <= best.view.size) best = other;
    }
    if (best !== undefined) return best;
    const base = baseOf(scope, query);
    return { scope: base, view: this.view(base, 'url', null) };
  }

  /** An unsorted list of links that contains all links of the scope. */
  #candidates(scope: LinkScope): readonly Key[] {
    if (scope.kind === 'folder') return [...(this.#facts.linksIn(scope.folder) ?? [])];
    return scope.kind === 'favorites' ? this.#facts.favorites() : [...this.#facts.links()];
  }

  readonly #sortedByUrl = (keys: readonly Key[]): readonly Key[] => {
    const all = this.#views.get(idOf({ kind: 'all' }, 'url', null))?.view;
    if (keys.length > MANY && all?.isKnown === true) {
      const wanted = new Set(keys);
      const sorted = all.get().filter((key) => wanted.has(key));
      if (sorted.length === keys.length) return sorted;
    }
    return this.#orderings.url.sorted(keys);
  };

  /** Never evicts the orders of all links, because they are prepared, or the most expensive. */
  #evictOldest(): void {
    if (this.#views.size < MAX_VIEWS) return;
    for (const [id, { scope, query, view }] of this.#views) {
      if (this.#watched.has(view) || (scope.kind === 'all' && query === null)) continue;
      this.#views.delete(id);
      return;
    }
  }
}

function idOf(scope: LinkScope, order: LinkOrder, query: LinkQuery | null): string {
  const scopeId = scope.kind === 'folder' ? `folder:${scope.folder}` : scope.kind;
  return `${scopeId}|${order}|${query?.id ?? ''}`;
}

function isInTrash(scope: LinkScope, query: StatusQuery | null): boolean {
  return query?.isTrash ?? scope.kind === 'trash';
}

/** The scope in which a query finds links. */
function baseOf(scope: LinkScope, query: StatusQuery): LinkScope {
  if (isInTrash(scope, null) === query.isTrash) return scope;
  return { kind: query.isTrash ? 'trash' : 'all' };
}

/** Whether `other` contains all links of the scope that have the same status. */
function isWithin(scope: LinkScope, other: LinkScope): boolean {
  return other.kind === 'all' || other.kind === 'trash' || isSameScope(scope, other);
}

function isSameScope(scope: LinkScope, other: LinkScope): boolean {
  if (scope.kind !== 'folder' || other.kind !== 'folder') return scope.kind === other.kind;
  return scope.folder === other.folder;
}
