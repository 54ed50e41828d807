import type { Document } from '#firestore/model/document.ts';
import { DocumentSet } from '#firestore/store/document-set.ts';
import { Entry } from '#firestore/store/entry.ts';
import { History } from '#firestore/store/history.ts';
import type { RecordedChange } from '#firestore/store/journal/record.ts';
import { compareNames } from '#firestore/model/name-order.ts';
import { collectionIdOf, lastSegment, parentOf } from '#firestore/model/names.ts';
import { SortedList } from '#firestore/store/sorted-list.ts';
import { compareTimestamps } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { Change } from '#firestore/model/write.ts';

/** One database in memory, with its documents and their recent versions. */
export class Database {
  readonly history = new History();
  /** The paths of all collections, sorted by name order. */
  readonly collectionPaths = new SortedList<string>((a, b) => compareNames(a, b));
  readonly #entries = new Map<string, Entry>();
  readonly #collections = new Map<string, DocumentSet>();
  readonly #groups = new Map<string, DocumentSet>();
  #everything: DocumentSet | null = null;
  /** The collection of the last change. Most changes follow one in the same collection. */
  #lastCollection: { readonly path: string; readonly set: DocumentSet } | null = null;
  #lastChange: Timestamp | null = null;

  read(name: string, at?: Timestamp): Document | null {
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    return at === undefined ? entry.document : entry.at(at);
  }

  collection(path: string): DocumentSet | null {
    return this.#collections.get(path) ?? null;
  }

  /** Builds the set on the first query of the group. */
  group(collectionId: string): DocumentSet {
    return this.#groups.get(collectionId) ?? this.#buildGroup(collectionId);
  }

  everything(): DocumentSet {
    if (this.#everything === null) {
      this.#everything = new DocumentSet(0);
      this.#everything.load([...this.#entries.values()]);
    }
    return this.#everything;
  }

  /** Whether the database has not changed after this time. */
  isUnchangedSince(time: Timestamp): boolean {
    return this.#lastChange === null || compareTimestamps(this.#lastChange, time) <= 0;
  }

  get isEmpty(): boolean {
    for (const { document } of this.#entries.values()) if (document !== null) return false;
    return true;
  }

  documents(): Document[] {
    const documents: Document[] = [];
    for (const { document } of this.#entries.values()) if (document !== null) documents.push(document);
    return documents;
  }

  /** Applies a commit and returns the changes. With `clears`, deletes all other documents. */
  apply(changes: readonly RecordedChange[], time: Timestamp, clears = false): Change[] {
    this.#lastChange = time;
    const applied: Change[] = [];
    const replaced = new Set(clears ? changes.map(({ name }) => name) : []);
    if (clears) {
      for (const { name } of this.documents()) {
        if (!replaced.has(name)) this.#put(name, null, time, applied);
      }
    }
    for (const { name, after } of changes) this.#put(name, after, time, applied);
    for (const entry of this.history.prune(time)) this.#dropIfUnused(entry);
    return applied;
  }

  /** Restores a recovered version of a document. Earlier versions are unknown. */
  restore(name: string, document: Document | null, time: Timestamp): void {
    this.history.advanceHorizon(time);
    if (document === null && !this.#entries.has(name)) return;
    const entry = this.#entry(name);
    const before = entry.document;
    entry.replace(document, time);
    this.#forSets(name, (set) => set.documentChanged(entry, before, document));
    this.#dropIfUnused(entry);
  }

  #put(name: string, after: Document | null, time: Timestamp, applied: Change[]): void {
    const known = this.#entries.get(name);
    const before = known?.document ?? null;
    if (before === null && after === null) return;
    const entry = known ?? this.#entry(name);
    entry.change(after, time);
    this.history.record(entry, before, time);
    this.#forSets(name, (set) => set.documentChanged(entry, before, after));
    applied.push({ name, before, after });
  }

  #entry(name: string): Entry {
    const known = this.#entries.get(name);
    if (known !== undefined) return known;
    const entry = new Entry(name);
    this.#entries.set(name, entry);
    if (this.#collectionOf(name) === undefined) {
      const path = parentOf(name);
      this.#collections.set(path, new DocumentSet(path.length));
      this.collectionPaths.add(path);
    }
    this.#forSets(name, (set) => set.add(entry));
    return entry;
  }

  #dropIfUnused(entry: Entry): void {
    if (entry.hasHistory || entry.document !== null) return;
    this.#entries.delete(entry.name);
    this.#forSets(entry.name, (set) => set.drop(entry));
    const path = parentOf(entry.name);
    if (this.#collections.get(path)?.entries.size !== 0) return;
    this.#collections.delete(path);
    this.#lastCollection = null;
    this.collectionPaths.remove(path);
  }

  /** Calls `run` with every set that a document belongs to. An import has many documents, so this creates no list. */
  #forSets(name: string, run: (set: DocumentSet) => void): void {
    const collection = this.#collectionOf(name);
    if (collection !== undefined) run(collection);
    const group = this.#groups.size === 0 ? undefined : this.#groups.get(collectionIdOf(name));
    if (group !== undefined) run(group);
    if (this.#everything !== null) run(this.#everything);
  }

  #collectionOf(name: string): DocumentSet | undefined {
    const last = this.#lastCollection;
    if (last !== null && name.lastIndexOf('/') === last.path.length && name.startsWith(last.path))
      return last.set;
    const path = parentOf(name);
    const set = this.#collections.get(path);
    if (set !== undefined) this.#lastCollection = { path, set };
    return set;
  }

  #buildGroup(collectionId: string): DocumentSet {
    const group = new DocumentSet(0);
    const entries: Entry[] = [];
    for (const [path, set] of this.#collections) {
      if (lastSegment(path) === collectionId) entries.push(...set.entries.ascending());
    }
    group.load(entries);
    this.#groups.set(collectionId, group);
    return group;
  }
}
