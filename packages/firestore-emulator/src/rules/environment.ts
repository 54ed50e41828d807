import type { AccessBudget } from '#firestore/rules/limits/access-budget.ts';
import { LimitError } from '#firestore/rules/limits/meter.ts';
import type { Meter } from '#firestore/rules/limits/meter.ts';
import type { DocumentFunction } from '#firestore/rules/bound.ts';
import type { Trace } from '#firestore/rules/trace.ts';
import type { DocumentAccess, RuleRequest } from '#firestore/rules/request.ts';
import { Failure, typeError } from '#firestore/rules/values/slot.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';
import { RulePath } from '#firestore/rules/values/rule-path.ts';
import { typeOf } from '#firestore/rules/values/rule-value.ts';
import type { RuleMap, RuleValue } from '#firestore/rules/values/rule-value.ts';
import type { Document } from '#firestore/model/document.ts';

/** The variables and services that the evaluation of a condition uses. */
export interface Environment {
  readonly request: RuleMap;
  readonly resource: Slot;
  /** The values of the wildcards, in path order. */
  readonly wildcards: readonly Slot[];
  readonly documents: DocumentReader;
  readonly meter: Meter;
  readonly trace: Trace;
}

/** Reads documents for get(), exists(), getAfter() and existsAfter(). Charges the budget and caches each document. */
export class DocumentReader {
  readonly #database: string;
  /** The document that the request reads or writes. Calls for it are free. Null for queries. */
  readonly #own: string | null;
  readonly #access: DocumentAccess;
  readonly #budget: AccessBudget;
  readonly #cache = new Map<string, RuleMap | null>();
  readonly #reads = new Set<string>();

  constructor({ database, method, path }: RuleRequest, access: DocumentAccess, budget: AccessBudget) {
    this.#database = database;
    this.#own = method === 'list' ? null : path.join('/');
    this.#access = access;
    this.#budget = budget;
  }

  get reads(): readonly string[] {
    return [...this.#reads];
  }

  read(path: RuleValue, { after, exists }: DocumentFunction): Slot {
    if (!(path instanceof RulePath)) return typeError([typeOf(path)], 'path');
    const segments = this.#documentPath(path);
    if (segments === null) return notDocument(path);
    // As in the official emulator, exists() is false for an inserted id with a slash, since no document has it.
    if (segments.some((segment) => segment.includes('/'))) return exists ? false : notDocument(path);
    const name = segments.join('/');
    this.#reads.add(name);
    const written = after ? this.#written(name, segments) : undefined;
    if (written !== undefined) return exists ? written !== null : written;
    const document = this.#stored(name, segments);
    if (name !== this.#own) this.#charge(name, exists, document !== null);
    return exists ? document !== null : document;
  }

  #documentPath(path: RulePath): readonly string[] | null {
    const [databases, database, documents, ...segments] = path.closed ?? [];
    const inDatabase = databases === 'databases' && database === this.#database && documents === 'documents';
    const isDocument = segments.length > 0 && segments.length % 2 === 0;
    return inDatabase && isDocument && !segments.includes('') ? segments : null;
  }

  /** The document after the commit. Undefined if the commit does not write it. */
  #written(name: string, segments: readonly string[]): RuleMap | null | undefined {
    const key = `${name}//after`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const document = this.#access.getAfter(segments);
    return document === undefined ? undefined : this.#keep(key, document);
  }

  #stored(name: string, segments: readonly string[]): RuleMap | null {
    const cached = this.#cache.get(name);
    return cached === undefined ? this.#keep(name, this.#access.get(segments)) : cached;
  }

  #keep(key: string, document: Document | null): RuleMap | null {
    const resource = document === null ? null : resourceOf(document);
    this.#cache.set(key, resource);
    return resource;
  }

  #charge(name: string, exists: boolean, found: boolean): void {
    const admitted = exists ? this.#budget.admitExists(name) : this.#budget.admitGet(name, found);
    if (!admitted) throw new LimitError('The rules read too many documents for one request.');
  }
}

function notDocument(path: RulePath): Failure {
  return new Failure(`${path.toString()} is not the path of a document.`);
}

/** Converts a document to the value of `resource`. */
export function resourceOf(document: Document): RuleMap {
  const segments = document.name.split('/').slice(2);
  return new Map<string, RuleValue>([
    ['data', document.fields],
    ['id', segments.at(-1) ?? ''],
    ['__name__', new RulePath(segments)],
  ]);
}
