import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/contract/limits';

import type { Key } from '#web/sync/library/keys.ts';
import { revise, sorted } from '#web/sync/library/link-order.ts';
import { LinkView } from '#web/sync/library/link-view.ts';
import { SearchText } from '#web/sync/library/search-text.ts';
import type { LinkRecord } from '#web/sync/model/records.ts';

/** Selects all active links, those of one folder, the favorites, or those in the trash. */
export type LinkScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'folder'; readonly folder: Key }
  | { readonly kind: 'favorites' }
  | { readonly kind: 'trash' };

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
  readonly #search = new SearchText();
  readonly #views = new Map<string, { readonly scope: string; readonly needle: string; view: LinkView }>();
  readonly #watched = new Set<LinkView>();
  #order: readonly Key[] = [];
  #version = 0;

  constructor(facts: LinkFacts) {
    this.#facts = facts;
  }

  /** The links of a scope whose name or url contains the text, regardless of case. */
  view(scope: LinkScope, text: string): LinkView {
    const needle = text.toLowerCase();
    const scopeId = scope.kind === 'folder' ? `folder:${scope.folder}` : scope.kind;
    const id = `${scopeId}|${needle}`;
    const known = this.#views.get(id);
    if (known !== undefined) return known.view;
    this.#evictOldest();
    const view = new LinkView({
      version: () => this.#version,
      candidates: () => this.#candidates(scope, scopeId, needle),
      belongs: (key) => this.#belongs(key, scope, needle),
      urlOf: this.#urlOf,
      watch: (watched) => void this.#watched.add(watched),
      unwatch: (watched) => void this.#watched.delete(watched),
    });
    this.#views.set(id, { scope: scopeId, needle, view });
    return view;
  }

  /** `moved`: links that were added, removed or got another url. `changed`: these and all that may join or leave a view. */
  update(moved: ReadonlySet<Key>, changed: ReadonlySet<Key>): Set<() => void> {
    if (moved.size > 0) {
      this.#order = revise(this.#order, moved, (key) => this.#facts.link(key) !== undefined, this.#urlOf);
      for (const key of moved) if (this.#facts.link(key) === undefined) this.#search.delete(key);
    }
    const listeners = new Set<() => void>();
    this.#version += 1;
    for (const view of this.#watched) {
      for (const listener of view.update(changed) ?? []) listeners.add(listener);
    }
    return listeners;
  }

  /** Prepares `count` links for a search. Returns where to continue, or null when all are ready. */
  prepareSearch(from: number, count: number): number | null {
    for (const key of this.#order.slice(from, from + count)) {
      const link = this.#facts.link(key);
      if (link !== undefined) this.#search.prepare(key, link);
    }
    return from + count < this.#order.length ? from + count : null;
  }

  readonly #urlOf = (key: Key): string => this.#facts.link(key)?.url ?? '';

  #belongs(key: Key, scope: LinkScope, needle: string): boolean {
    const link = this.#facts.link(key);
    if (link === undefined) return false;
    if (link.status_id !== (scope.kind === 'trash' ? STATUS_TRASHED : STATUS_ACTIVE)) return false;
    if (scope.kind === 'folder' && this.#facts.linksIn(scope.folder)?.has(key) !== true) return false;
    if (scope.kind === 'favorites' && !this.#facts.isFavorite(key)) return false;
    return needle === '' || this.#search.matches(key, link, needle);
  }

  /** A longer search text filters the results of a shorter one instead of all links. */
  #candidates(scope: LinkScope, scopeId: string, needle: string): readonly Key[] {
    let best: readonly Key[] | undefined;
    for (const other of this.#views.values()) {
      if (other.scope !== scopeId || other.needle === needle || !needle.includes(other.needle)) continue;
      if (!other.view.isFresh) continue;
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
