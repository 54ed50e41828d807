import { StatusError } from '#firestore/api/status.ts';
import type { Log } from '#firestore/log/log.ts';
import type { Document } from '#firestore/model/document.ts';
import { formatFieldPath, NAME_FIELD } from '#firestore/model/field-path.ts';
import { rootOf } from '#firestore/model/names.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { TtlPolicy } from '#firestore/query/indexes/index-definitions.ts';
import type { Query } from '#firestore/query/query.ts';
import { runQuery } from '#firestore/query/run-query.ts';
import type { Store } from '#firestore/store/store.ts';
import type { UsageMeter } from '#firestore/usage/usage-meter.ts';

/** In production a document can stay for 24 hours after it has expired. */
const SWEEP_EVERY_MS = 60_000;
const MAX_PARALLEL = 100;

export interface TtlDependencies {
  readonly store: Store;
  readonly usage: UsageMeter;
  readonly policies: () => readonly TtlPolicy[];
  readonly log: Log;
}

/**
 * Deletes the documents whose TTL field is a timestamp in the past. As in production, other values never expire, the
 * subcollections of the document stay, and each deletion is billed. See https://firebase.google.com/docs/firestore/ttl
 */
export class TtlSweeper {
  readonly #dependencies: TtlDependencies;
  readonly #timer: NodeJS.Timeout;
  #sweeping = false;

  constructor(dependencies: TtlDependencies, everyMs = SWEEP_EVERY_MS) {
    this.#dependencies = dependencies;
    this.#timer = setInterval(() => {
      if (!this.#sweeping && dependencies.policies().length > 0) void this.#sweepAll();
    }, everyMs).unref();
  }

  /** Deletes the documents of a project, or of all projects, that have expired at a time. Returns their number. */
  async sweep(project: string | null, now: Timestamp): Promise<number> {
    const { store, policies } = this.#dependencies;
    let count = 0;
    for (const database of store.databases(project)) {
      for (const policy of policies()) {
        const expired = runQuery(store, expiredQuery(database, policy, now));
        count += await this.#delete(database, policy, expired);
      }
    }
    return count;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #sweepAll(): Promise<void> {
    this.#sweeping = true;
    try {
      await this.sweep(null, this.#dependencies.store.readTime());
    } catch (error) {
      this.#dependencies.log.error('Expired documents could not be deleted.', error);
    } finally {
      this.#sweeping = false;
    }
  }

  async #delete(database: string, policy: TtlPolicy, expired: readonly Document[]): Promise<number> {
    const { usage, log } = this.#dependencies;
    let deletes = 0;
    for (let at = 0; at < expired.length; at += MAX_PARALLEL) {
      const results = await Promise.all(
        expired
          .slice(at, at + MAX_PARALLEL)
          .map(async (document) => this.#deleteUnchanged(database, document)),
      );
      deletes += results.filter(Boolean).length;
    }
    if (deletes === 0) return 0;
    usage.add(database, { deletes });
    log.info(
      `TTL: deleted ${deletes} documents of ${policy.collectionGroup} by their ${formatFieldPath(policy.path)}.`,
    );
    return deletes;
  }

  /** Returns false if the document has changed or a transaction has locked it. The next sweep looks at it again. */
  async #deleteUnchanged(database: string, { name, updateTime }: Document): Promise<boolean> {
    try {
      const precondition = { kind: 'update-time', updateTime } as const;
      await this.#dependencies.store.commit(database, [{ kind: 'delete', name, precondition }]);
      return true;
    } catch (error) {
      const { status } = StatusError.from(error);
      if (status === 'FAILED_PRECONDITION' || status === 'NOT_FOUND' || status === 'ABORTED') return false;
      throw error;
    }
  }
}

function expiredQuery(database: string, { collectionGroup, path }: TtlPolicy, now: Timestamp): Query {
  return {
    database,
    parent: rootOf(database),
    collectionId: collectionGroup,
    allDescendants: true,
    where: { kind: 'field', path, operator: '<=', value: now },
    orderBy: [
      { path, direction: 'asc' },
      { path: [NAME_FIELD], direction: 'asc' },
    ],
    startAt: null,
    endAt: null,
    limit: null,
    offset: 0,
    select: null,
  };
}
