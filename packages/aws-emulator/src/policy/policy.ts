/** A parsed IAM policy. Elements that may be a single value or a list are always lists. */
export interface Policy {
  readonly statements: readonly Statement[];
}

export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: Patterns;
  /** Null in a trust policy, which applies to its role. */
  readonly resources: Patterns | null;
  /** Null in a role's policy, which applies to the sessions of the role. */
  readonly principals: readonly Principal[] | null;
  readonly conditions: readonly Condition[];
}

/** `Action` or `Resource`, or if `inverted` is true `NotAction` or `NotResource`. */
export interface Patterns {
  readonly inverted: boolean;
  readonly patterns: readonly string[];
}

export interface Principal {
  /** `*` matches every principal. */
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
