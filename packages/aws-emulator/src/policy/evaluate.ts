import { conditionHolds } from '#aws/policy/condition.ts';
import type { Patterns, Policy, Principal, Statement } from '#aws/policy/policy.ts';
import { withVariables, type Facts } from '#aws/policy/variables.ts';
import { matchesWildcard } from '#aws/policy/wildcard.ts';

/** A request to authorize, with the context for conditions. */
export interface Question {
  readonly action: string;
  /** The ARN; null for a trust policy, which has no resource. */
  readonly resource: string | null;
  /** The principals that policies may use for the caller. */
  readonly principals: readonly Principal[];
  readonly facts: Facts;
}

/** `denied` overrides all. `not mentioned` is IAM's implicit deny. */
export type Verdict = 'denied' | 'allowed' | 'not mentioned';

export function evaluate(policies: readonly Policy[], question: Question): Verdict {
  const applying = policies
    .flatMap(({ statements }) => statements)
    .filter((statement) => applies(statement, question));
  if (applying.some(({ effect }) => effect === 'Deny')) return 'denied';
  return applying.length > 0 ? 'allowed' : 'not mentioned';
}

function applies(statement: Statement, { action, resource, principals, facts }: Question): boolean {
  return (
    // Action names are case-insensitive, resources are case-sensitive.
    matches(statement.actions, (pattern) => matchesWildcard(action.toLowerCase(), pattern.toLowerCase())) &&
    matchesResource(statement.resources, resource, facts) &&
    (statement.principals?.some((principal) => isAmong(principal, principals)) ?? true) &&
    statement.conditions.every((condition) => conditionHolds(condition, facts))
  );
}

function matchesResource(resources: Patterns | null, resource: string | null, facts: Facts): boolean {
  if (resources === null || resource === null) return resources === null && resource === null;
  return matches(resources, (pattern) => {
    const filledIn = withVariables(pattern, facts);
    return filledIn !== null && matchesWildcard(resource, filledIn);
  });
}

function matches({ inverted, patterns }: Patterns, isMatch: (pattern: string) => boolean): boolean {
  return patterns.some(isMatch) !== inverted;
}

function isAmong({ kind, id }: Principal, principals: readonly Principal[]): boolean {
  return kind === '*' || principals.some((principal) => principal.kind === kind && principal.id === id);
}
