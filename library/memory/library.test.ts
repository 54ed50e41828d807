import type {
  DocumentVersion,
  FavoriteRecord,
  FolderRecord,
  LinkRecord,
  MembershipRecord,
} from '#library/entities/records.ts';
import { newLink } from '#library/entities/new-link.ts';
import { compareFolders, compareLinks } from '#library/order/order.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { Library } from './library.ts';
import type { LinkQuery, StatusQuery } from './link-query.ts';
import type { LinkOrder, LinkScope } from './link-views.ts';
import { TOPICS } from './topic-names.ts';

const NATURAL = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const COMPARE: Readonly<Record<LinkOrder, (left: LinkRecord, right: LinkRecord) => number>> = {
  url: () => 0,
  name: (left, right) => NATURAL.compare(left.name, right.name),
  created: (left, right) => right.created_at - left.created_at,
  edited: (left, right) => right.updated_at - left.updated_at,
  match: byRank,
};
const ORDERS = ['url', 'name', 'match', 'created', 'edited'] as const;

/** A link with a short name matches best. */
function byRank(left: LinkRecord, right: LinkRecord): number {
  return left.name.length - right.name.length;
}

function rankingOf(library: Library): LinkQuery['ranking'] {
  return {
    sorting: {
      isByEdit: false,
      compare: (left, right) => byRank(left, right) || compareLinks(left, right),
      writeKey: ({ name }, units) => {
        units.room(1)[units.end] = name.length;
        units.end += 1;
      },
    },
    sorted: (keys) =>
      keys
        .map((key) => ({ key, length: library.link(key)?.name.length ?? 0 }))
        .sort((left, right) => left.length - right.length)
        .map(({ key }) => key),
  };
}

/** The expected state: the server's records, from which every list and count is computed from scratch. */
class Model {
  readonly links = new Map<number, LinkRecord>();
  readonly folders = new Map<number, FolderRecord>();
  readonly memberships = new Map<string, MembershipRecord>();
  readonly favorites = new Map<string, FavoriteRecord>();

  list(scope: LinkScope, order: LinkOrder = 'url', query: LinkQuery | null = null): number[] {
    if (query === null && order === 'match') return this.list(scope);
    if (query !== null && query.byStatus !== null) {
      const { active, trashed } = query.byStatus;
      return this.#sorted([...this.#found(scope, active), ...this.#found(scope, trashed)], order);
    }
    return this.#sorted(this.#found(scope, query), order);
  }

  #found(scope: LinkScope, query: StatusQuery | null): LinkRecord[] {
    const wanted = (query?.isTrash ?? scope.kind === 'trash') ? 2 : 1;
    return [...this.links.values()]
      .filter(({ link_id, status_id }) => {
        if (status_id !== wanted) return false;
        if (scope.kind === 'folder') return this.memberships.has(`${scope.folder}_${link_id}`);
        return scope.kind !== 'favorites' || this.favorites.has(`link_${link_id}`);
      })
      .filter((link) => query?.matches(link.link_id, link) !== false);
  }

  #sorted(links: readonly LinkRecord[], order: LinkOrder): number[] {
    return links
      .toSorted((left, right) => COMPARE[order](left, right) || compareLinks(left, right))
      .map(({ link_id }) => link_id);
  }

  count(folder: number): number {
    return this.list({ kind: 'folder', folder }).length;
  }

  /** The sum over the visible folders below. */
  countBelow(folder: number): number {
    const isBelow = (at: number): boolean => {
      const parent = this.parent(at);
      return parent !== 0 && (parent === folder || isBelow(parent));
    };
    return this.visibleFolders()
      .filter(isBelow)
      .reduce((sum, below) => sum + this.count(below), 0);
  }

  isVisible(id: number, seen: readonly number[] = []): boolean {
    const folder = this.folders.get(id);
    if (folder === undefined) return true;
    if (folder.status_id !== 1) return false;
    return seen.includes(id) || this.isVisible(this.parent(id), [...seen, id]);
  }

  /** The visible parent: the top level if the real parent is missing or a descendant of the folder. */
  parent(id: number): number {
    const { parent_folder_id = 0 } = this.folders.get(id) ?? {};
    const above = new Set<number>();
    let at = parent_folder_id;
    while (this.folders.has(at) && !above.has(at)) {
      above.add(at);
      at = this.folders.get(at)?.parent_folder_id ?? 0;
    }
    return above.has(id) || !this.folders.has(parent_folder_id) ? 0 : parent_folder_id;
  }

  visibleFolders(): number[] {
    return [...this.folders.values()]
      .filter(({ folder_id }) => this.isVisible(folder_id))
      .sort(compareFolders)
      .map(({ folder_id }) => folder_id);
  }
}

const id = fc.integer({ min: 1, max: 6 });
const status = fc.constantFrom(1 as const, 2 as const);
const word = fc.constantFrom('a', 'B', 'ab', 'Ba', 'É', 'a 10', 'A 9', '');
const created = fc.integer({ min: 1, max: 3 });
const deleted = fc.boolean();

type Step = (library: Library, model: Model, at: number) => void;

const linkStep = fc
  .record({ id, url: word, name: word, status, created_at: created, deleted })
  .map(({ id: link_id, deleted: isDeleted, ...fields }): Step => (library, model, at) => {
    const { status: status_id, ...rest } = fields;
    const record = isDeleted ? null : { ...newLink(link_id, rest.url), ...rest, status_id, updated_at: at };
    if (record === null) model.links.delete(link_id);
    else model.links.set(link_id, record);
    library.receive('links', [{ id: String(link_id), at, record }]);
  });
const folderStep = fc
  .record({ id, name: word, status, parent: fc.integer({ min: 0, max: 7 }), deleted })
  .map(
    ({ id: folder_id, name, status: status_id, parent, deleted: isDeleted }): Step =>
      (library, model, at) => {
        const rest = { parent_folder_id: parent, image_s3_key: '', icon: '', created_at: 0, updated_at: at };
        const record = isDeleted ? null : { folder_id, name, status_id, ...rest };
        if (record === null) model.folders.delete(folder_id);
        else model.folders.set(folder_id, record);
        library.receive('folders', [{ id: String(folder_id), at, record }]);
      },
  );
const membershipStep = fc
  .record({ folder_id: id, link_id: id, deleted })
  .map(({ folder_id, link_id, deleted: isDeleted }): Step => (library, model, at) => {
    const key = `${folder_id}_${link_id}`;
    const record = isDeleted ? null : { folder_link_id: at, folder_id, link_id, updated_at: at };
    if (record === null) model.memberships.delete(key);
    else model.memberships.set(key, record);
    library.receive('folder_links', [{ id: key, at, record }]);
  });
const favoriteStep = fc
  .record({ object_id: id, object_type: fc.constantFrom('link' as const, 'folder' as const), deleted })
  .map(({ object_id, object_type, deleted: isDeleted }): Step => (library, model, at) => {
    const key = `${object_type}_${object_id}`;
    const record = isDeleted ? null : { object_id, object_type, updated_at: at };
    if (record === null) model.favorites.delete(key);
    else model.favorites.set(key, record);
    library.receive('favorites', [{ id: key, at, record }]);
  });
const step = fc.oneof(linkStep, linkStep, folderStep, membershipStep, favoriteStep);
const manyBatches = fc.array(fc.array(step, { minLength: 1, maxLength: 8, size: 'max' }), {
  maxLength: 15,
  size: 'max',
});

const SCOPES: readonly LinkScope[] = [
  { kind: 'all' },
  { kind: 'favorites' },
  { kind: 'trash' },
  { kind: 'folder', folder: 1 },
  { kind: 'folder', folder: 2 },
];
const TEXTS = ['', 'a', 'ab', 'É'];

/** A search for a part of the name or url. */
function queryOf(library: Library, text: string, { kind }: LinkScope): StatusQuery | null {
  const needle = text.toLowerCase();
  if (needle === '') return null;
  const matches: StatusQuery['matches'] = (_key, { name, url }) =>
    `${name}\n${url}`.toLowerCase().includes(needle);
  return {
    id: needle,
    ranking: rankingOf(library),
    byStatus: null,
    isTrash: kind === 'trash',
    matches,
    filter: filterOf(library, matches),
    narrows: (other) => needle.includes(other.id),
  };
}

function filterOf(library: Library, matches: StatusQuery['matches']): StatusQuery['filter'] {
  return (keys) =>
    keys.filter((key) => {
      const link = library.link(key);
      return link !== undefined && matches(key, link);
    });
}

/** Searches with conditions that depend on more than the link's record. */
function conditionsOf(library: Library): readonly LinkQuery[] {
  const condition = (name: string, isTrash: boolean, matches: StatusQuery['matches']): StatusQuery => ({
    id: `is:${name}`,
    ranking: rankingOf(library),
    byStatus: null,
    isTrash,
    matches,
    filter: filterOf(library, matches),
    narrows: () => false,
  });
  const inFolder = condition('in', false, (key) => library.isMember(1, key));
  const inTrash = condition('in-trash', true, (key) => library.isMember(2, key));
  return [
    inFolder,
    condition('favorite', false, (key) => library.isFavorite('link', key)),
    condition('trash', true, () => true),
    inTrash,
    { id: 'is:both', ranking: rankingOf(library), byStatus: { active: inFolder, trashed: inTrash } },
  ];
}

/** Compares every list and count of the library with the model. */
function expectSame(library: Library, model: Model, turn: number): void {
  for (const scope of SCOPES) {
    const queries = [...TEXTS.map((text) => queryOf(library, text, scope)), ...conditionsOf(library)];
    for (const [index, query] of queries.entries()) {
      // Two orders, because one list may be sorted from the other.
      for (const order of [ORDERS[(turn + index) % ORDERS.length] ?? 'url', ORDERS[turn % 3] ?? 'url'])
        expect(library.links(scope, order, query).get()).toEqual(model.list(scope, order, query));
    }
  }
  const visible = model.visibleFolders();
  expect(library.tree.visible).toEqual(visible);
  expect(library.favoriteFolders).toEqual(visible.filter((key) => model.favorites.has(`folder_${key}`)));
  for (const folder of [0, 1, 2, 3, 4, 5, 6]) {
    expect(library.count(folder)).toBe(model.count(folder));
    expect(library.countBelow(folder)).toBe(model.countBelow(folder));
    expect(library.tree.children(folder)).toEqual(visible.filter((key) => model.parent(key) === folder));
  }
}

test('for any order of changes, every list and count equals one computed from scratch', () => {
  fc.assert(
    fc.property(manyBatches, (batches) => {
      const library = new Library();
      const model = new Model();
      // Subscribe, because lists with subscribers are updated by other code.
      library.links({ kind: 'all' }).subscribe(() => undefined);
      library
        .links({ kind: 'folder', folder: 1 }, 'url', queryOf(library, 'a', { kind: 'all' }))
        .subscribe(() => undefined);
      library.links({ kind: 'favorites' }, 'edited').subscribe(() => undefined);
      library.links({ kind: 'all' }, 'name').subscribe(() => undefined);
      for (const query of conditionsOf(library)) {
        for (const order of ['created', 'match'] as const)
          library.links({ kind: 'all' }, order, query).subscribe(() => undefined);
      }
      let at = 0;
      for (const [turn, steps] of batches.entries()) {
        library.batch(() => {
          for (const take of steps) take(library, model, (at += 1));
        });
        expectSame(library, model, turn);
      }
    }),
    { numRuns: 150 },
  );
});

const BIG = 300;

function bigLink(link_id: number, at = link_id): DocumentVersion<'links'> {
  const texts = { url: `https://${(link_id * 7919) % BIG}.example`, name: `Link ${link_id}` };
  const record = { ...newLink(link_id, texts.url), ...texts, created_at: 0, updated_at: at };
  return { id: String(link_id), at, record };
}

function bigLibrary(): Library {
  const library = new Library();
  library.receive(
    'links',
    Array.from({ length: BIG }, (_, index) => bigLink(index + 1)),
  );
  return library;
}

test('a full read removes links that it does not contain, and keeps the order of a long list', () => {
  const library = bigLibrary();
  const all = library.links({ kind: 'all' });
  all.subscribe(() => undefined);
  const changes = Array.from({ length: BIG }, (_, index) => bigLink(index + 100, 1000 + index));
  library.replace('links', changes);
  const expected = changes.flatMap(({ record }) => record ?? []).toSorted(compareLinks);
  expect(all.get()).toEqual(expected.map(({ link_id }) => link_id));
});

test('a changed name notifies only its row, and no list changes its identity', () => {
  const library = bigLibrary();
  const notified: string[] = [];
  const all = library.links({ kind: 'all' });
  const before = all.get();
  all.subscribe(() => notified.push('all'));
  for (const key of [1, 2]) library.subscribe(TOPICS.link(key), () => notified.push(`link ${key}`));
  library.subscribe(TOPICS.tree, () => notified.push('tree'));
  const { record, id: changedId } = bigLink(2, 5000);
  if (record === null) throw new Error('no record');
  library.receive('links', [{ id: changedId, at: 5000, record: { ...record, name: 'New' } }]);
  expect(notified).toEqual(['link 2']);
  expect(all.get()).toBe(before);
  expect(library.link(2)?.name).toBe('New');
});

test('an older change does not replace a newer record', () => {
  const library = new Library();
  library.receive('links', [bigLink(1, 10)]);
  library.receive('links', [{ id: '1', at: 9, record: null }]);
  expect(library.link(1)?.updated_at).toBe(10);
  library.receive('links', [{ id: '1', at: 10, record: null }]);
  expect(library.link(1)).toBeUndefined();
});

test('the favorites of a large library are the favorite links, sorted by url', () => {
  const library = bigLibrary();
  const favorites = library.links({ kind: 'favorites' });
  const record = { updated_at: 1 };
  library.receive('favorites', [
    { id: 'link_2', at: 1, record: { ...record, object_type: 'link', object_id: 2 } },
    { id: 'link_1', at: 1, record: { ...record, object_type: 'link', object_id: 1 } },
    { id: 'folder_3', at: 1, record: { ...record, object_type: 'folder', object_id: 3 } },
  ]);
  const expected = [bigLink(1), bigLink(2)].flatMap(({ record: link }) => link ?? []).toSorted(compareLinks);
  expect(favorites.get()).toEqual(expected.map(({ link_id }) => link_id));
});

test('a changed link count notifies only the listeners of its folder', () => {
  const library = bigLibrary();
  const notified: number[] = [];
  for (const folder of [1, 2]) library.subscribe(TOPICS.count(folder), () => notified.push(folder));
  const record = { folder_link_id: 1, folder_id: 1, link_id: 5, updated_at: 1 };
  library.receive('folder_links', [{ id: '1_5', at: 1, record }]);
  expect([library.count(1), notified]).toEqual([1, [1]]);
});

test('an unsubscribed listener is not notified, and other listeners still are', () => {
  const library = bigLibrary();
  const notified: string[] = [];
  const stop = library.subscribe(TOPICS.link(1), () => notified.push('left'));
  library.subscribe(TOPICS.link(1), () => notified.push('stays'));
  const stopAlone = library.subscribe(TOPICS.link(2), () => notified.push('alone'));
  const { subscribe } = library.links({ kind: 'all' });
  const stopList = subscribe(() => notified.push('list'));
  for (const leave of [stop, stopAlone, stopList]) leave();
  library.receive('links', [
    { id: '1', at: 9000, record: null },
    { id: '2', at: 9000, record: null },
  ]);
  expect(notified).toEqual(['stays']);
});

test('the same scope, order and query give the same list', () => {
  const library = bigLibrary();
  const query = queryOf(library, 'a', { kind: 'all' });
  const list = library.links({ kind: 'all' }, 'url', query);
  expect(library.links({ kind: 'all' }, 'url', queryOf(library, 'A', { kind: 'all' }))).toBe(list);
  expect(library.links({ kind: 'trash' }, 'url', query)).not.toBe(list);
  expect(library.links({ kind: 'all' }, 'name', query)).not.toBe(list);
});

test('after many changes at once, each order is that of a new library', () => {
  const library = bigLibrary();
  for (const order of ORDERS) library.links({ kind: 'all' }, order).subscribe(() => undefined);
  const edits: readonly ((link: LinkRecord) => Partial<LinkRecord>)[] = [
    () => ({ note: 'New' }),
    ({ link_id }) => ({ name: `${(link_id * 31) % BIG} New` }),
    ({ link_id }) => ({ url: `https://${link_id % 7}.example` }),
    ({ link_id }) => ({ created_at: link_id % 11 }),
  ];
  for (const [round, edit] of edits.entries()) {
    const changes = Array.from({ length: 100 }, (_, index) => {
      const link = library.link(1 + index * 2);
      if (link === undefined) throw new Error('no link');
      const at = 1000 * (round + 1) + index;
      return { id: String(link.link_id), at, record: { ...link, ...edit(link), updated_at: at } };
    });
    library.receive('links', changes);
    const fresh = new Library();
    const records = [...library.tables.links.entries()].map(([, record]) => record);
    fresh.receive(
      'links',
      records.map((record) => ({ id: String(record.link_id), at: record.updated_at, record })),
    );
    for (const order of ORDERS)
      expect(library.links({ kind: 'all' }, order).get()).toEqual(fresh.links({ kind: 'all' }, order).get());
  }
});

test('a list without subscribers that is read again looks only at the links that changed', () => {
  const library = bigLibrary();
  let looks = 0;
  const matches = () => (looks += 1) > 0;
  const list = library.links({ kind: 'all' }, 'url', {
    id: 'x',
    ranking: rankingOf(library),
    byStatus: null,
    isTrash: false,
    matches,
    filter: (keys) => keys.filter(matches),
    narrows: () => false,
  });
  expect(list.get()).toHaveLength(BIG);
  looks = 0;
  for (const link of [1, 2]) library.receive('links', [{ ...bigLink(link, 5000), record: null }]);
  library.receive('links', [bigLink(3, 5000)]);
  expect([list.get().length, looks]).toEqual([BIG - 2, 1]);
});

test.each([{ changed: false }, { changed: true }])(
  'a list that is prepared in steps is the sorted list (a link changed meanwhile: $changed)',
  ({ changed }) => {
    const library = bigLibrary();
    const list = library.links({ kind: 'all' }, 'name');
    const expected = bigLibrary();
    const steps = list.prepare();
    expect(steps.next().done).toBe(false);
    if (changed) for (const each of [library, expected]) each.receive('links', [bigLink(3, 5000)]);
    expect([...steps]).toEqual([]);
    expect(list.isKnown).toBe(!changed);
    expect(list.get()).toEqual(expected.links({ kind: 'all' }, 'name').get());
  },
);
