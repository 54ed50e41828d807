const PER_OPERATION = 10;
const PER_MULTIPLE = 20;

/**
 * How many distinct documents the rules may look at: 10 for one operation, and 20 for all operations of a commit, a
 * transaction or a batched read. A document looked at before costs nothing.
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

  /** False when the document, at this state, is one too many. */
  admit(document: string): boolean {
    this.#seen.add(document);
    this.#operation.add(document);
    return this.#seen.size <= this.#limit && this.#operation.size <= PER_OPERATION;
  }
}
