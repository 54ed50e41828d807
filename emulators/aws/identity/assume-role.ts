import type { Account, Role } from '#aws/account.ts';
import { evaluate } from '#aws/policy/evaluate.ts';

export interface WebIdentity {
  /** As the policy of a trust names it: an ARN, or the name of a provider that AWS knows by itself. */
  readonly provider: string;
  /** What conditions begin with: `accounts.google.com:sub`. */
  readonly prefix: string;
  readonly claims: Readonly<Record<string, readonly string[]>>;
}

/** The role, where its trust lets this identity have it. */
export function roleTrusting(account: Account, arn: string, identity: WebIdentity): Role | null {
  const role = account.roles.get(arn);
  if (role === undefined) return null;
  const facts = Object.entries(identity.claims).map(
    ([claim, values]) => [`${identity.prefix}:${claim}`.toLowerCase(), values] as const,
  );
  const verdict = evaluate([role.trust], {
    action: 'sts:AssumeRoleWithWebIdentity',
    resource: null,
    principals: [{ kind: 'Federated', id: identity.provider }],
    facts: new Map(facts),
  });
  return verdict === 'allowed' ? role : null;
}
