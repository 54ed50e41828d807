import type { AccessBudget } from '#firestore/rules/limits/access-budget.ts';
import { LimitError } from '#firestore/rules/limits/meter.ts';
import type { Meter } from '#firestore/rules/limits/meter.ts';
import type { DocumentFunction } from '#firestore/rules/bound.ts';
import type { DocumentAccess } from '#firestore/rules/request.ts';
import { Failure, typeError } from '#firestore/rules/values/slot.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';
import { RulePath } from '#firestore/rules/values/rule-path.ts';
import { typeOf } from '#firestore/rules/values/rule-value.ts';
import type { RuleMap, RuleValue } from '#firestore/rules/values/rule-value.ts';
import type { Document } from '#firestore/model/document.ts';

/** What a condition sees while it is evaluated. */
export interface Environment {
  readonly request: RuleMap;
  readonly resource: Slot;
  /** The values of the wildcards, in the order of the path. */
  readonly wildcards: readonly Slot[];
  readonly documents: DocumentReader;
  readonly meter: Meter;
}

/** Looks documents up for get() and its siblings: within the budget, and each of them once. */
export class DocumentReader {
  readonly #database: string;
  readonly #access: DocumentAccess;
  readonly #budget: AccessBudget;
  readonly #found = new Map<string, RuleMap | null>();
  readonly #reads = new Set<string>();

  constructor(database: string, access: DocumentAccess, budget: AccessBudget) {
    this.#database = database;
    this.#access = access;
    this.#budget = budget;
  }

  get reads(): readonly string[] {
    return [...this.#reads];
  }

  read(path: RuleValue, { after, exists }: DocumentFunction): Slot {
    if (!(path instanceof RulePath)) return typeError([typeOf(path)], 'path');
    const segments = this.#documentPath(path);
    if (segments === null) return new Failure(`${path.toString()} is not the path of a document.`);
    const document = this.#document(segments, after);
    return exists ? document !== null : document;
  }

  #documentPath(path: RulePath): readonly string[] | null {
    const [databases, database, documents, ...segments] = path.closed ?? [];
    const inDatabase = databases === 'databases' && database === this.#database && documents === 'documents';
    const isDocument = segments.length > 0 && segments.length % 2 === 0;
    return inDatabase && isDocument ? segments : null;
  }

  #document(segments: readonly string[], after: boolean): RuleMap | null {
    const name = segments.join('/');
    const key = after ? `${name}//after` : name;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    this.#reads.add(name);
    if (!this.#budget.admit(key)) throw new LimitError('Too many documents looked at for one request.');
    const document = after ? this.#access.getAfter(segments) : this.#access.get(segments);
    const resource = document === null ? null : resourceOf(document);
    this.#found.set(key, resource);
    return resource;
  }
}

/** A document as the rules see it. */
export function resourceOf(document: Document): RuleMap {
  const segments = document.name.split('/').slice(2);
  return new Map<string, RuleValue>([
    ['data', document.fields],
    ['id', segments.at(-1) ?? ''],
    ['__name__', new RulePath(segments)],
  ]);
}
