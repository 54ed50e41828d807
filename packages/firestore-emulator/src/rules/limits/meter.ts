/** https://firebase.google.com/docs/firestore/security/rules-structure#limits */
const MAX_EXPRESSIONS = 1_000;
/** Limits the work inside builtins: characters, elements, steps of a regular expression. The real service limits time. */
const MAX_WORK = 5_000_000;

/** The evaluation exceeded a limit. The request is denied, even if another operand of `||` would grant it. */
export class LimitError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LimitError';
  }
}

/** Limits the cost of one decision, so that no rule and no document can hang the server. */
export class Meter {
  #expressions = 0;
  #work = 0;

  expression(): void {
    this.#expressions += 1;
    if (this.#expressions > MAX_EXPRESSIONS) {
      throw new LimitError(`More than ${String(MAX_EXPRESSIONS)} expressions evaluated for one request.`);
    }
  }

  work(amount: number): void {
    this.#work += amount;
    if (this.#work > MAX_WORK) throw new LimitError('The rules take too much work for one request.');
  }
}
