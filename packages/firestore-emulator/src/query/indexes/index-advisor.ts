import { StatusError } from '#firestore/api/status.ts';
import type { Log } from '#firestore/log/log.ts';
import type { IndexDefinitions } from '#firestore/query/indexes/index-definitions.ts';
import { missingIndex, type MissingIndex } from '#firestore/query/indexes/missing-index.ts';
import { indexNeedsOf, type IndexUse } from '#firestore/query/indexes/query-needs.ts';
import type { Query } from '#firestore/query/query.ts';

/** Bounds the memory for queries on ever new fields. */
const MAX_REMEMBERED = 1000;

export interface IndexAdvisorOptions {
  readonly definitions: IndexDefinitions;
  /** Refuse a query without its index, as the real service does, instead of a warning in the log. */
  readonly require: boolean;
  readonly log: Log;
}

/** Compares each query with the defined indexes. */
export class IndexAdvisor {
  readonly #require: boolean;
  readonly #log: Log;
  #definitions: IndexDefinitions;
  /** By the requirements of a query. Null if there is an index. */
  readonly #known = new Map<string, MissingIndex | null>();

  constructor({ definitions, require, log }: IndexAdvisorOptions) {
    this.#definitions = definitions;
    this.#require = require;
    this.#log = log;
  }

  get definitions(): IndexDefinitions {
    return this.#definitions;
  }

  replace(definitions: IndexDefinitions): void {
    this.#definitions = definitions;
    this.#known.clear();
  }

  /** Logs each missing index once, or throws FAILED_PRECONDITION. */
  check(query: Query, use: IndexUse = {}): void {
    for (const needs of indexNeedsOf(query, use)) {
      const key = JSON.stringify(needs);
      let missing = this.#known.get(key);
      const isNew = missing === undefined;
      if (missing === undefined) {
        missing = missingIndex(this.#definitions, needs);
        if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
        this.#known.set(key, missing);
      }
      if (missing === null) continue;
      if (this.#require) throw new StatusError('FAILED_PRECONDITION', messageFor(missing));
      if (isNew) this.#log.warn(messageFor(missing));
    }
  }
}

/** The SDKs show the message to the developer. Its start is that of the real service. */
function messageFor({ list, definition, replaces }: MissingIndex): string {
  const step = replaces
    ? `Replace the entry of the field in "${list}" in firestore.indexes.json with this one`
    : `Add it to "${list}" in firestore.indexes.json`;
  return `The query requires an index. ${step}:\n${JSON.stringify(definition, null, 2)}`;
}
