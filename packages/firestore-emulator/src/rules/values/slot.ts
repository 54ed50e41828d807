import type { RuleValue, TypeName } from '#firestore/rules/values/rule-value.ts';

/** What evaluating an expression leaves: a value, an error, or something that only a query's filters say something of. */
export type Slot = RuleValue | Failure | Unknown;

/** An evaluation error. It makes a condition false unless `||` or `&&` forgives it. */
export class Failure {
  readonly message: string;
  /** Where it happened; 0 until the expression that ran into it says so. */
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
 * A value that differs between the documents of a query, and may be missing from some. Evaluating it could end in any
 * value that its facts leave open, or in an error, so nothing follows from it unless the facts say so.
 */
export class Unknown {
  /** How the rule wrote it: `resource.data.author`. */
  readonly what: string;
  readonly facts: Facts;
  readonly line: number;

  constructor(what: string, facts: Facts = {}, line = 0) {
    this.what = what;
    this.facts = facts;
    this.line = line;
  }

  at(line: number): Unknown {
    return this.line === 0 ? new Unknown(this.what, this.facts, line) : this;
  }
}

export interface Bound {
  readonly value: RuleValue;
  readonly inclusive: boolean;
}

/** What holds of a value in every document that the query can return. Having facts at all means that it is there. */
export interface Facts {
  /** Equal to this under `==`, though 1 may be stored as 1.0. */
  readonly equal?: RuleValue;
  readonly type?: TypeName | 'number';
  readonly lower?: Bound;
  readonly upper?: Bound;
  /** Equal to none of these. */
  readonly excluded?: readonly RuleValue[];
  /** Elements that the list or set has among others. */
  readonly contains?: readonly RuleValue[];
  /** Fields that the map has among others. A plain value is known exactly. */
  readonly fields?: ReadonlyMap<string, RuleValue | Unknown>;
  /** The map has the fields above and no others. */
  readonly closed?: boolean;
  /** The path begins with these segments. */
  readonly segments?: readonly string[];
}

export function isValue(slot: Slot): slot is RuleValue {
  return !(slot instanceof Failure) && !(slot instanceof Unknown);
}

export function nullValue(): Failure {
  return new Failure('Null value error.');
}

/** The message of the official emulator. */
export function typeError(received: readonly string[], expected: string): Failure {
  return new Failure(`Type error. Received: [${received.join(', ')}] Expected: [${expected}].`);
}
