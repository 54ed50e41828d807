import type { Expression } from '#firestore/rules/ast.ts';
import type { BoundAllow } from '#firestore/rules/bound.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';

/** One evaluation of an expression. */
export interface Evaluation {
  readonly expression: Expression;
  readonly slot: Slot;
  /** Its operands and arguments, as far as they were evaluated. For a call, also the expressions of the function. */
  readonly children: readonly Evaluation[];
}

/** One evaluated allow statement. */
export interface AllowEvaluation {
  readonly allow: BoundAllow;
  /** Null if the statement has no condition, or a constant. */
  readonly condition: Evaluation | null;
}

/**
 * The evaluations of one decision, in flat lists, because each expression of each request adds one. An evaluation comes
 * after the evaluations of its children, and knows where the first of them is.
 */
export class Trace {
  readonly #expressions: Expression[] = [];
  readonly #slots: Slot[] = [];
  readonly #firsts: number[] = [];
  #allows: (readonly [BoundAllow, number | null])[] = [];

  get size(): number {
    return this.#expressions.length;
  }

  /** `first` is the size of the trace before the evaluation began. */
  add(expression: Expression, slot: Slot, first: number): void {
    this.#expressions.push(expression);
    this.#slots.push(slot);
    this.#firsts.push(first);
  }

  /** Ends an allow statement. Its condition is the last evaluation since the size was `first`, if there is one. */
  addAllow(allow: BoundAllow, first: number): void {
    this.#allows.push([allow, this.size === first ? null : this.size - 1]);
  }

  /** Starts the next alternative of a query. Only the last one that was decided explains the decision. */
  startCase(): void {
    this.#allows = [];
  }

  /** Calls `visit` with every evaluation. */
  forEach(visit: (expression: Expression, slot: Slot) => void): void {
    for (const [at, expression] of this.#expressions.entries()) visit(expression, this.#slots[at] ?? null);
  }

  /** The allow statements of the last alternative. */
  allows(): readonly AllowEvaluation[] {
    return this.#allows.map(([allow, at]) => ({ allow, condition: at === null ? null : this.#at(at) }));
  }

  #at(at: number): Evaluation | null {
    const expression = this.#expressions[at];
    if (expression === undefined) return null;
    const children: Evaluation[] = [];
    const first = this.#firsts[at] ?? at;
    for (let child = at - 1; child >= first; child = (this.#firsts[child] ?? child) - 1) {
      const evaluation = this.#at(child);
      if (evaluation !== null) children.unshift(evaluation);
    }
    return { expression, slot: this.#slots[at] ?? null, children };
  }
}
