/** https://firebase.google.com/docs/firestore/security/rules-structure#limits */
const MAX_EXPRESSIONS = 1_000;
/** The text of the official emulator, so that a web search finds help. */
const TOO_MANY_EXPRESSIONS = `Unable to evaluate the expression as the maximum of ${String(MAX_EXPRESSIONS)} expressions to evaluate has been reached.`;
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

  /** Expressions count for each alternative of a query separately. Their work adds up. */
  startCase(): void {
    this.#expressions = 0;
  }

  expressions(count: number): void {
    this.#expressions += count;
    if (this.#expressions > MAX_EXPRESSIONS) throw new LimitError(TOO_MANY_EXPRESSIONS);
  }

  work(amount: number): void {
    this.#work += amount;
    if (this.#work > MAX_WORK) throw new LimitError('The rules take too much work for one request.');
  }
}
