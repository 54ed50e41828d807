/** A policy document of IAM, read into one shape: what may be written as one value is a list here. */
export interface Policy {
  readonly statements: readonly Statement[];
}

export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: Patterns;
  /** Absent from the policy of a trust, which is about its role. */
  readonly resources: Patterns | null;
  /** Absent from the policy of a role, which is about whoever has it. */
  readonly principals: readonly Principal[] | null;
  readonly conditions: readonly Condition[];
}

/** `Action`, or with `inverted` `NotAction`; the same of resources. */
export interface Patterns {
  readonly inverted: boolean;
  readonly patterns: readonly string[];
}

export interface Principal {
  /** `*` is everybody. */
  readonly kind: 'AWS' | 'Federated' | 'Service' | '*';
  readonly id: string;
}

export interface Condition {
  readonly operator: Operator;
  readonly key: string;
  readonly values: readonly string[];
}

export interface Operator {
  readonly name: OperatorName;
  readonly quantifier: 'ForAnyValue' | 'ForAllValues' | null;
  readonly ifExists: boolean;
}

export const OPERATORS = [
  'StringEquals',
  'StringNotEquals',
  'StringEqualsIgnoreCase',
  'StringNotEqualsIgnoreCase',
  'StringLike',
  'StringNotLike',
  'NumericEquals',
  'NumericNotEquals',
  'NumericLessThan',
  'NumericLessThanEquals',
  'NumericGreaterThan',
  'NumericGreaterThanEquals',
  'Bool',
  'Null',
  'ArnEquals',
  'ArnLike',
  'ArnNotEquals',
  'ArnNotLike',
] as const;

export type OperatorName = (typeof OPERATORS)[number];
