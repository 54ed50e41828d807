const PER_OPERATION = 10;
const PER_MULTIPLE = 20;

/**
 * Limits how many distinct documents the rules may read: 10 for one operation, and 20 for all operations of a commit, a
 * transaction or a batched read. Reading a document again is free.
 * https://firebase.google.com/docs/firestore/security/rules-conditions#access_call_limits
 */
export class AccessBudget {
  readonly #limit: number;
  readonly #seen = new Set<string>();
  #operation = new Set<string>();

  private constructor(limit: number) {
    this.#limit = limit;
  }

  static single(): AccessBudget {
    return new AccessBudget(PER_OPERATION);
  }

  static multiple(): AccessBudget {
    return new AccessBudget(PER_MULTIPLE);
  }

  startOperation(): void {
    this.#operation = new Set();
  }

  /** Counts a document in one state (before or after the commit). Returns false if it exceeds the budget. */
  admit(document: string): boolean {
    this.#seen.add(document);
    this.#operation.add(document);
    return this.#seen.size <= this.#limit && this.#operation.size <= PER_OPERATION;
  }
}
