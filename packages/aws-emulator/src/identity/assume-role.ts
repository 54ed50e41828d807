import type { Account, Role } from '#aws/account/account.ts';
import { evaluate } from '#aws/policy/evaluate.ts';

export interface WebIdentity {
  /** The principal in a trust policy: an ARN, or the name of a provider that is built into AWS. */
  readonly provider: string;
  /** The prefix of condition keys, such as `accounts.google.com` in `accounts.google.com:sub`. */
  readonly prefix: string;
  readonly claims: Readonly<Record<string, readonly string[]>>;
}

/** The role, if its trust policy allows this identity to assume it (with these session tags); otherwise null. */
export function assumableRole(
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
