import { StatusError } from '#firestore/api/status.ts';
import type { Document } from '#firestore/model/document.ts';
import { identicalMaps } from '#firestore/model/identical.ts';
import { compareTimestamps } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { RecordedChange } from '#firestore/store/journal/record.ts';
import type { Change } from '#firestore/model/write.ts';
import type { Store } from '#firestore/store/store.ts';

/** Each snapshot keeps the documents of its time in memory. */
const MAX_SNAPSHOTS = 100;

interface Snapshot {
  readonly time: Timestamp;
  /** When each database was last as in the snapshot: after the last restore. */
  readonly restored: Map<string, Timestamp>;
  readonly documents: readonly Document[];
  readonly databases: readonly string[];
}

/**
 * Snapshots of a project for tests: set up the data once, and restore it before each test. Documents are immutable, so a
 * snapshot only copies references, and a restore writes only the differences.
 */
export class Snapshots {
  readonly #store: Store;
  readonly #snapshots = new Map<string, Snapshot>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns the number of documents. Replaces an earlier snapshot of the same name. */
  take(project: string, name: string): number {
    const key = keyOf(project, name);
    if (this.#snapshots.size >= MAX_SNAPSHOTS && !this.#snapshots.has(key)) {
      throw new StatusError(
        'RESOURCE_EXHAUSTED',
        `There are ${MAX_SNAPSHOTS} snapshots already. Use one of their names again.`,
      );
    }
    const documents = documentsOf(this.#store, `projects/${project}/`);
    const databases = this.#store.databases(project);
    this.#snapshots.set(key, { time: this.#store.readTime(), restored: new Map(), documents, databases });
    return documents.length;
  }

  /** Returns the number of documents that it changed. Listeners receive the changes as one commit of each database. */
  async restore(project: string, name: string): Promise<number> {
    const snapshot = this.#snapshots.get(keyOf(project, name));
    if (snapshot === undefined) {
      throw new StatusError('NOT_FOUND', `There is no snapshot "${name}" of project "${project}".`);
    }
    let count = 0;
    for (const database of new Set([...snapshot.databases, ...this.#store.databases(project)])) {
      const restored = await this.#store.load(database, (commitTime) => {
        const changes = [...this.#differences(database, snapshot, commitTime)];
        count += changes.length;
        return changes;
      });
      // The next restore need not search the changes before this one again.
      snapshot.restored.set(database, restored);
    }
    return count;
  }

  /**
   * A restored document gets a new update time, because the SDKs ignore a version that is older than the one in their
   * cache.
   */
  *#differences(
    database: string,
    snapshot: Snapshot,
    updateTime: Timestamp,
  ): Generator<RecordedChange, void> {
    const history = this.#store.changesSince(database, snapshot.restored.get(database) ?? snapshot.time);
    for (const { name, before, after } of history ?? this.#comparison(database, snapshot)) {
      if (before === null) yield { name, after: null };
      else if (after === null || !isSameState(before, after))
        yield { name, after: { ...before, updateTime } };
    }
  }

  /** Compares all documents, if the history no longer goes back to the snapshot. */
  *#comparison(database: string, { documents }: Snapshot): Generator<Change, void> {
    const prefix = `${database}/`;
    const added = new Map(documentsOf(this.#store, prefix).map((document) => [document.name, document]));
    for (const before of documents) {
      const { name } = before;
      if (!name.startsWith(prefix)) continue;
      yield { name, before, after: added.get(name) ?? null };
      added.delete(name);
    }
    for (const [name, after] of added) yield { name, before: null, after };
  }
}

function documentsOf(store: Store, prefix: string): Document[] {
  return [...store.documents()].filter(({ name }) => name.startsWith(prefix));
}

function isSameState(a: Document, b: Document): boolean {
  if (a === b) return true;
  return (
    compareTimestamps(a.createTime, b.createTime) === 0 &&
    (a.fields === b.fields || identicalMaps(a.fields, b.fields))
  );
}

/** Programs without types may pass any name. */
function keyOf(project: string, name: unknown): string {
  if (typeof name !== 'string' || name === '')
    throw new StatusError('INVALID_ARGUMENT', 'The name of a snapshot must be a string that is not empty.');
  return `${project}/${name}`;
}
