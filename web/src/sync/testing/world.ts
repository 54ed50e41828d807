import { setImmediate as tick } from 'node:timers/promises';

import type { LibraryChange } from '@foldmark/library/changes/changes';
import { STATUS_ACTIVE } from '@foldmark/library/entities/limits';
import { newLink } from '@foldmark/library/entities/new-link';

import { readChanges } from '#web/sync/changes/outbox/read-outbox-entry.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { LibraryServer } from '#web/sync/testing/library-server.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';
import { MemoryOutbox } from '#web/sync/testing/memory-outbox.ts';
import { type OpenPage, openPage, type ReplicaPositions } from '#web/sync/testing/open-page.ts';
import { makeEdit } from '#web/sync/testing/world-edits.ts';
import { chosen, SHARED_FOLDER, type Step } from '#web/sync/testing/world-steps.ts';

interface Tab {
  page: OpenPage;
  readonly device: number;
  isClosed: boolean;
  /** The gestures that the tab can undo. */
  performed: string[];
}

const COLLECTIONS = ['links', 'folders', 'memberships', 'favorites'] as const;

/** Three tabs on two devices, with one server. */
export class World {
  readonly timers = createManualTimers();
  readonly server = new LibraryServer(() => this.timers.now() * 1000);
  readonly stores = [new MemoryOutbox(), new MemoryOutbox()] as const;
  readonly #replicas: readonly ReplicaPositions[] = [new Map(), new Map()];
  readonly tabs: Tab[] = [];
  /** The urls and names that the tabs have set. */
  readonly given: string[] = [];
  /** The objects that another device has edited, as `kind id`. */
  readonly editedElsewhere = new Set<string>();
  /** The urls of merged links, and of links whose page was read. Disjoint tabs never merge a link whose page was read. */
  readonly #urls = { merged: new Set<string>(), read: new Set<string>() };
  readonly #isOffline = [false, false];
  /** Whether each tab edits only its own objects. */
  readonly #isDisjoint: boolean;
  #names = 0;

  constructor(isDisjoint = false) {
    this.#isDisjoint = isDisjoint;
  }

  async start(): Promise<void> {
    for (let id = 1; id <= 15; id += 1) {
      const times = { created_at: id * 1_000_000, updated_at: id };
      const status_id = id > 3 && id < 7 ? 2 : 1;
      const note = id > 10 ? `note ${id}` : '';
      const link = { ...newLink(id, `https://old-${id}.example`), status_id, note, ...times } as const;
      this.server.links.put(String(id), link);
      if (id <= 10) continue;
      this.server.execute({ kind: 'member.set', folder_id: SHARED_FOLDER, link_id: id, present: true });
      this.server.execute({ kind: 'favorite.set', object_type: 'link', object_id: id, on: true });
    }
    for (const folder_id of [8, 9, 10]) {
      const fields = { name: `Folder ${folder_id}`, status_id: 1, image_s3_key: '', icon: '' } as const;
      const times = { created_at: 1, updated_at: folder_id };
      this.server.folders.put(String(folder_id), { folder_id, parent_folder_id: 0, ...fields, ...times });
    }
    for (const device of [0, 0, 1])
      this.tabs.push({ page: await this.#open(device), device, isClosed: false, performed: [] });
  }

  async take(step: Step): Promise<void> {
    if ('tab' in step) await this.#inTab(step);
    else if ('request' in step) this.#atServer(step);
    else if ('device' in step) this.#setNetwork(step.device, step.do === 'offline');
    else if (step.do === 'poison') this.server.poison = step.text;
    else if (step.do === 'pass') this.timers.pass(step.ms);
    else if (step.do === 'elsewhere') this.#editElsewhere(step.thing, step.what);
    else this.#readTitle(step.thing);
    await tick();
  }

  /**
   * Runs until everything is sent, answered and delivered. The server recovers, and the changes it could not make are sent again.
   */
  async rest(): Promise<void> {
    await this.settle();
    this.server.poison = null;
    for (const { page } of this.tabs) for (const { retry } of page.changes.asides.get()) retry();
    await this.settle();
  }

  /** Runs until everything is sent, answered and delivered, except for the changes that the server can't make. */
  async settle(): Promise<void> {
    for (const device of [0, 1]) this.#setNetwork(device, false);
    for (const tab of this.tabs) if (tab.isClosed) await this.#reopen(tab);
    let calls: number;
    do {
      calls = this.server.calls.length;
      do await tick();
      while (this.server.work(0) || this.server.answer(0));
      // Late requests are delivered last, so that each arrives after newer changes.
      while (this.server.deliverLate(0));
      this.deliver();
      this.timers.pass(60_000);
      await tick();
    } while (this.server.calls.length > calls);
    this.deliver();
  }

  /** Delivers the feeds to all tabs. */
  deliver(): void {
    for (const { page } of this.tabs) page.feed.all();
  }

  /** What a tab shows, with the ids of the server. */
  shown(tab: Tab) {
    const { library } = tab.page;
    const { tables } = library;
    const id = (kind: 'link' | 'folder', key: Key): number | null => tables.keys.idOf(kind, key);
    return {
      links: sorted([...tables.links.entries()].map(([key, link]) => [id('link', key), link])),
      folders: sorted([...tables.folders.entries()].map(([key, folder]) => [id('folder', key), folder])),
      memberships: sorted([...tables.folder_links.entries()].map(([, membership]) => membership)),
      favorites: sorted([...tables.favorites.entries()].map(([, favorite]) => favorite)),
    };
  }

  stored() {
    const { links, folders, memberships, favorites } = this.server;
    return {
      links: sorted([...links.all.values()].map((link) => [link.link_id, link])),
      folders: sorted([...folders.all.values()].map((folder) => [folder.folder_id, folder])),
      memberships: sorted([...memberships.all.values()]),
      favorites: sorted([...favorites.all.values()]),
    };
  }

  /** Presses undo in all tabs until there is nothing to undo. */
  undoAll(): void {
    for (const { page } of this.tabs) while (page.undo.undo());
  }

  /** The content of the server as lines, each beginning with its link or folder. */
  lines(): readonly string[] {
    const { links, folders, memberships, favorites } = this.server;
    return [
      ...[...links.all.values()].map(
        ({ link_id, url, name, status_id, note, image_s3_key, created_at, distinct_from }) =>
          `link ${link_id}: ${url} ${name} ${status_id} ${note} ${image_s3_key} ${created_at} ${distinct_from.join()}`,
      ),
      ...[...folders.all.values()].map(
        ({ folder_id, name, parent_folder_id, status_id, image_s3_key, icon }) =>
          `folder ${folder_id}: ${name} in ${parent_folder_id} ${status_id} ${image_s3_key}${icon}`,
      ),
      ...[...memberships.all.values()].map(({ folder_id, link_id }) => `link ${link_id}: in ${folder_id}`),
      ...[...favorites.all.values()].map(
        ({ object_id, object_type }) => `${object_type} ${object_id}: starred`,
      ),
    ].toSorted();
  }

  /** The lines about objects that were not edited elsewhere. */
  unedited(lines: readonly string[]): readonly string[] {
    return lines.filter((line) => !this.editedElsewhere.has(line.slice(0, line.indexOf(':'))));
  }

  async #open(device: number): Promise<OpenPage> {
    const page = openPage(this.server, this.stores[device], this.timers, this.#replicas[device]);
    if (this.#isOffline[device] === true) page.goOffline();
    await page.start();
    return page;
  }

  async #reopen(tab: Tab): Promise<void> {
    tab.page = await this.#open(tab.device);
    tab.isClosed = false;
    tab.performed = [];
  }

  async #inTab(step: Step & { readonly tab: number }): Promise<void> {
    const index = step.tab % this.tabs.length;
    const tab = this.tabs[index];
    if (tab === undefined || (tab.isClosed && step.do !== 'reload')) return;
    switch (step.do) {
      case 'undo':
        tab.page.undo.undo();
        return;
      case 'redo':
        tab.page.undo.redo();
        return;
      case 'undo one':
        tab.page.undo.undo(chosen(tab.performed, step.thing));
        return;
      case 'reload':
        tab.page.kill(true);
        await this.#reopen(tab);
        return;
      case 'close':
        // The tab does nothing until it is reloaded, but another tab may take over its changes.
        tab.page.changes.leave();
        await tick();
        tab.page.kill(true);
        tab.isClosed = true;
        return;
      case 'hide':
        tab.page.changes.leave();
        return;
      case 'try again':
        for (const { retry } of tab.page.changes.asides.get()) retry();
        return;
      case 'see':
        tab.page.changes.stay();
        await tab.page.changes.resumePending(await tab.page.changes.takeOver());
        return;
      case 'feed':
        tab.page.feed[COLLECTIONS[step.collection % COLLECTIONS.length] ?? 'links']();
        return;
      default: {
        const id = makeEdit(tab.page, step, {
          isOwn: (key) => this.#isOwn(key, index),
          name: (start, end = '') => this.#give(`${start}${(this.#names += 1)}${end}`),
          mergeable: (links) => this.#mergeable(links, tab),
        });
        if (id !== null) tab.performed.push(id);
      }
    }
  }

  #give(text: string): string {
    this.given.push(text);
    return text;
  }

  #isOwn(key: Key, tab: number): boolean {
    return key !== SHARED_FOLDER && (!this.#isDisjoint || key < 0 || (key <= 15 && key % 3 === tab));
  }

  /**
   * The server merges its stored values. So an undo leaves values alone that the page did not show, such as a title or a late
   * change of the feed.
   */
  #mergeable(links: readonly Key[], { page }: Tab): readonly Key[] {
    if (this.#isDisjoint) page.feed.all();
    return links.filter((key) => {
      const { url = '', status_id } = page.library.link(key) ?? {};
      if (status_id !== STATUS_ACTIVE || (this.#isDisjoint && this.#urls.read.has(url))) return false;
      this.#urls.merged.add(url);
      return true;
    });
  }

  #atServer(step: Extract<Step, { readonly request: number }>): void {
    const { server } = this;
    switch (step.do) {
      case 'execute':
        server.work(step.request);
        return;
      case 'answer':
        server.answer(step.request);
        return;
      case 'refuse':
        server.refuse(step.request, 'noProfile');
        return;
      case 'fail':
        server.refuse(step.request, 'unexpected');
        return;
      case 'fail after commit':
        server.failAfterCommit(step.request);
        return;
      case 'throttle':
        server.refuse(step.request, 'tooManyCalls', 5);
        return;
      case 'lose request':
        server.lose(step.request);
        return;
      case 'lose answer':
        server.loseAnswer(step.request);
        return;
      case 'delay request':
        server.delay(step.request);
        return;
      case 'deliver late':
        server.deliverLate(step.request);
        return;
      case 'refuse token':
        server.refuseToken(step.request);
        return;
    }
  }

  #setNetwork(device: number, isOffline: boolean): void {
    const number = device % this.#isOffline.length;
    this.#isOffline[number] = isOffline;
    for (const { page, device: own } of this.tabs) {
      if (own !== number) continue;
      if (isOffline) page.goOffline();
      else page.goOnline();
    }
  }

  #editElsewhere(thing: number, what: number): void {
    const link_id = this.#pickId('links', thing);
    const folder_id = this.#pickId('folders', thing);
    const changes: readonly LibraryChange[] = [
      { kind: 'link.set', link_id, name: `elsewhere ${(this.#names += 1)}` },
      { kind: 'link.set', link_id, status_id: thing % 2 === 0 ? 1 : 2 },
      { kind: 'link.set', link_id, note: `elsewhere ${this.#names}` },
      { kind: 'link.delete', link_id },
      { kind: 'folder.set', folder_id, name: `elsewhere ${this.#names}` },
      { kind: 'folder.move', folder_id, parent_folder_id: this.#pickId('folders', thing + 1) },
      { kind: 'folder.delete', folder_id },
      { kind: 'member.set', folder_id: SHARED_FOLDER, link_id, present: thing % 2 === 0 },
      { kind: 'favorite.set', object_type: 'link', object_id: link_id, on: thing % 2 === 0 },
    ];
    const change = chosen(changes, what);
    if (
      change === undefined ||
      ('folder_id' in change && change.kind !== 'member.set' && folder_id === SHARED_FOLDER)
    )
      return;
    this.server.execute(change);
    this.editedElsewhere.add('link_id' in change ? `link ${link_id}` : `folder ${folder_id}`);
  }

  /** Sets the title of a link that no user has named, as if the server had read its page. */
  #readTitle(thing: number): void {
    const link = this.server.links.all.get(String(this.#pickId('links', thing)));
    if (link === undefined || link.name !== link.url) return;
    if (this.#isDisjoint && this.#urls.merged.has(link.url)) return;
    this.#urls.read.add(link.url);
    this.server.setTitle(link.link_id, `title ${(this.#names += 1)}`);
    this.editedElsewhere.add(`link ${link.link_id}`);
  }

  #pickId(collection: 'links' | 'folders', pick: number): number {
    return Number(chosen([...this.server[collection].all.keys()], pick) ?? 0);
  }

  /** How many gestures have requested each creation, by url or folder name. */
  asked(): ReadonlyMap<string, number> {
    const requests = new Map<string, Set<string>>();
    for (const { written } of this.stores) {
      for (const [request, text] of written) {
        for (const change of readChanges(text) ?? []) {
          if (!('ref' in change)) continue;
          const name = change.kind === 'link.create' ? change.url : change.name;
          requests.set(name, (requests.get(name) ?? new Set()).add(request));
        }
      }
    }
    return new Map([...requests].map(([name, { size }]) => [name, size]));
  }
}

function sorted(list: readonly unknown[]): string[] {
  return list.map((one) => JSON.stringify(one, sortFields)).toSorted();
}

function sortFields(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
