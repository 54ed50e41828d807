import type { Condition, Operator, OperatorName } from '#aws/policy/policy.ts';
import { withVariables, type Facts } from '#aws/policy/variables.ts';
import { matchesWildcard } from '#aws/policy/wildcard.ts';

type Comparison = (value: string, expected: string) => boolean;

const equals: Comparison = (value, expected) => value === expected;
const equalsIgnoringCase: Comparison = (value, expected) => value.toLowerCase() === expected.toLowerCase();
const number =
  (compare: (value: number, expected: number) => boolean): Comparison =>
  (value, expected) =>
    compare(Number(value), Number(expected));

/** A negated operator has the comparison of its opposite. `Null` tests if the key exists. */
const COMPARISONS: Readonly<Record<Exclude<OperatorName, 'Null'>, Comparison>> = {
  StringEquals: equals,
  StringNotEquals: equals,
  StringEqualsIgnoreCase: equalsIgnoringCase,
  StringNotEqualsIgnoreCase: equalsIgnoringCase,
  StringLike: matchesWildcard,
  StringNotLike: matchesWildcard,
  NumericEquals: number((value, expected) => value === expected),
  NumericNotEquals: number((value, expected) => value === expected),
  NumericLessThan: number((value, expected) => value < expected),
  NumericLessThanEquals: number((value, expected) => value <= expected),
  NumericGreaterThan: number((value, expected) => value > expected),
  NumericGreaterThanEquals: number((value, expected) => value >= expected),
  Bool: equalsIgnoringCase,
  ArnEquals: matchesArn,
  ArnLike: matchesArn,
  ArnNotEquals: matchesArn,
  ArnNotLike: matchesArn,
};

export function conditionHolds({ operator, key, values }: Condition, facts: Facts): boolean {
  const known = facts.get(key.toLowerCase()) ?? [];
  if (operator.name === 'Null') return values.some((value) => (value === 'true') === (known.length === 0));
  if (known.length === 0) return holdsWithoutKey(operator);

  const compare = COMPARISONS[operator.name];
  const isNegated = operator.name.includes('Not');
  const expected = values.map((value) => withVariables(value, facts)).filter((value) => value !== null);
  const holdsOf = (value: string): boolean => expected.some((one) => compare(value, one)) !== isNegated;
  // Operators without a quantifier expect a single value. A negated one must hold for all values.
  if (operator.quantifier === 'ForAllValues' || (operator.quantifier === null && isNegated))
    return known.every(holdsOf);
  return known.some(holdsOf);
}

function holdsWithoutKey({ name, quantifier, ifExists }: Operator): boolean {
  if (quantifier === 'ForAnyValue') return false;
  return ifExists || quantifier === 'ForAllValues' || name.includes('Not');
}

/** Compares each of the six parts separately, since a star does not match colons between them. */
function matchesArn(value: string, expected: string): boolean {
  const parts = arnParts(value);
  const patterns = arnParts(expected);
  return (
    parts.length === patterns.length &&
    parts.every((part, index) => matchesWildcard(part, patterns[index] ?? ''))
  );
}

function arnParts(arn: string): string[] {
  const parts = arn.split(':');
  return [...parts.slice(0, 5), parts.slice(5).join(':')];
}
