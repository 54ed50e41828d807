const PER_OPERATION = 10;
const PER_MULTIPLE = 20;

/**
 * Limits how many calls the rules may make for documents: 10 for one operation, and 20 for all operations of a commit or a
 * batched read. A cached call is free. Which calls are cached was measured in the official emulator.
 * https://firebase.google.com/docs/firestore/security/rules-conditions#access_call_limits
 */
export class AccessBudget {
  readonly #limit: number;
  readonly #gets = new Set<string>();
  readonly #exists = new Set<string>();
  #callsOfOperation = 0;

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
    this.#callsOfOperation = 0;
  }

  /** Counts a call of exists(). Returns false if it exceeds the budget. */
  admitExists(document: string): boolean {
    if (this.#gets.has(document) || this.#exists.has(document)) return true;
    this.#exists.add(document);
    return this.#count();
  }

  /** Counts a call of get(), which an earlier exists() does not cache. A get() that finds nothing is not cached. */
  admitGet(document: string, found: boolean): boolean {
    if (this.#gets.has(document)) return true;
    if (found) this.#gets.add(document);
    return this.#count();
  }

  #count(): boolean {
    this.#callsOfOperation += 1;
    return this.#callsOfOperation <= PER_OPERATION && this.#gets.size + this.#exists.size <= this.#limit;
  }
}
