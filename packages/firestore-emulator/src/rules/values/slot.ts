import type { RuleValue, TypeName } from '#firestore/rules/values/rule-value.ts';

/** The result of evaluating an expression: a value, an error, or an unknown value of a document that a query may find. */
export type Slot = RuleValue | Failure | Unknown;

/** An evaluation error. It makes a condition false, unless the other operand of `||` or `&&` decides the result. */
export class Failure {
  readonly message: string;
  /** The line of the failed expression. It is 0 until `at` sets it. */
  readonly line: number;

  constructor(message: string, line = 0) {
    this.message = message;
    this.line = line;
  }

  at(line: number): Failure {
    return this.line === 0 ? new Failure(this.message, line) : this;
  }
}

/**
 * A value that differs between the documents of a query, and that some documents may not have. Evaluating it could result
 * in an error or in any value that the facts allow. Only the facts prove anything about it.
 */
export class Unknown {
  /** The expression in the rule, such as `resource.data.author`. Denials show it. */
  readonly source: string;
  readonly facts: Facts;
  readonly line: number;

  constructor(source: string, facts: Facts = {}, line = 0) {
    this.source = source;
    this.facts = facts;
    this.line = line;
  }

  at(line: number): Unknown {
    return this.line === 0 ? new Unknown(this.source, this.facts, line) : this;
  }
}

export interface Bound {
  readonly value: RuleValue;
  readonly inclusive: boolean;
}

/** Facts about a value, true in every document that the query can return. A value with any fact is never missing. */
export interface Facts {
  /** The value equals this under `==`. A stored 1 may be 1.0. */
  readonly equal?: RuleValue;
  readonly type?: TypeName | 'number';
  readonly lower?: Bound;
  readonly upper?: Bound;
  /** The value equals none of these. */
  readonly excluded?: readonly RuleValue[];
  /** The list or set contains at least these elements. */
  readonly contains?: readonly RuleValue[];
  /** The map contains at least these fields. A field without Unknown has exactly this value. */
  readonly fields?: ReadonlyMap<string, RuleValue | Unknown>;
  /** The map has the fields above and no others. */
  readonly closed?: boolean;
  /** The path starts with these segments. */
  readonly segments?: readonly string[];
}

export function isValue(slot: Slot): slot is RuleValue {
  return !(slot instanceof Failure) && !(slot instanceof Unknown);
}

export function nullValue(): Failure {
  return new Failure('Null value error.');
}

/** Uses the official emulator's wording. */
export function typeError(received: readonly string[], expected: string): Failure {
  return new Failure(`Type error. Received: [${received.join(', ')}] Expected: [${expected}].`);
}
