import type { Expression } from '#firestore/rules/ast.ts';
import type { Trace } from '#firestore/rules/trace.ts';
import { Failure, Unknown } from '#firestore/rules/values/slot.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';

/** Limits what one expression keeps. An object may be a whole document. */
const MAX_VALUES = 100;
const MAX_OBJECTS = 10;
const MAX_TEXT = 1_000;
/** The filters of a query leave a value open. Such values count as one. */
const OPEN = new Unknown('');

/** The results of one expression in all requests. */
export class ExpressionResults {
  /** How often the expression was evaluated. */
  total = 0;
  readonly #values = new Map<Slot, number>();
  readonly #failures = new Map<string, number>();
  readonly #objects = new Map<Slot, number>();

  add(slot: Slot): void {
    this.total += 1;
    if (slot instanceof Failure) count(this.#failures, slot.message, MAX_VALUES);
    else if (slot instanceof Unknown) count(this.#values, OPEN, MAX_VALUES + 1);
    else if (isSmall(slot)) count(this.#values, slot, MAX_VALUES);
    else count(this.#objects, slot, MAX_OBJECTS);
  }

  /** The kept results with their counts. */
  counted(): readonly (readonly [Slot, number])[] {
    const failures = [...this.#failures].map(([message, times]) => [new Failure(message), times] as const);
    return [...this.#values, ...this.#objects, ...failures];
  }
}

/** Counts the results of each expression of one ruleset, for the coverage report. */
export class Coverage {
  readonly #results = new Map<Expression, ExpressionResults>();

  add(trace: Trace): void {
    trace.forEach((expression, slot) => {
      let results = this.#results.get(expression);
      if (results === undefined) {
        results = new ExpressionResults();
        this.#results.set(expression, results);
      }
      results.add(slot);
    });
  }

  of(expression: Expression): ExpressionResults | null {
    return this.#results.get(expression) ?? null;
  }
}

function isSmall(slot: Slot): boolean {
  if (typeof slot === 'string') return slot.length <= MAX_TEXT;
  return typeof slot !== 'object' || slot === null;
}

function count<Key>(counts: Map<Key, number>, key: Key, limit: number): void {
  const known = counts.get(key);
  if (known !== undefined || counts.size < limit) counts.set(key, (known ?? 0) + 1);
}
