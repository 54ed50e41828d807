import type { Account, Role } from '#aws/account/account.ts';
import { evaluate } from '#aws/policy/evaluate.ts';

export interface WebIdentity {
  /** As the policy of a trust names it: an ARN, or the name of a provider that AWS knows by itself. */
  readonly provider: string;
  /** What conditions begin with: `accounts.google.com:sub`. */
  readonly prefix: string;
  readonly claims: Readonly<Record<string, readonly string[]>>;
}

/** The role, where its trust lets this identity have it, with these tags on the session if there are any. */
export function roleTrusting(
  account: Account,
  arn: string,
  identity: WebIdentity,
  tags: Readonly<Record<string, string>> = {},
): Role | null {
  const role = account.roles.get(arn);
  if (role === undefined) return null;
  const facts = Object.entries(identity.claims).map(
    ([claim, values]) => [`${identity.prefix}:${claim}`.toLowerCase(), values] as const,
  );
  const tagFacts = Object.entries(tags).map(
    ([name, value]) => [`aws:requesttag/${name.toLowerCase()}`, [value]] as const,
  );
  const allows = (action: string): boolean =>
    evaluate([role.trust], {
      action,
      resource: null,
      principals: [{ kind: 'Federated', id: identity.provider }],
      facts: new Map<string, readonly string[]>([...facts, ...tagFacts, ['aws:tagkeys', Object.keys(tags)]]),
    }) === 'allowed';
  if (!allows('sts:AssumeRoleWithWebIdentity')) return null;
  return tagFacts.length === 0 || allows('sts:TagSession') ? role : null;
}
