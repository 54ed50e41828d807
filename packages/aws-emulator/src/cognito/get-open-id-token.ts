import type { Operation } from '#aws/cognito/context.ts';
import { knownIdentity } from '#aws/cognito/known-identity.ts';

const LIFETIME_SECONDS = 600;

/**
 * The first half of AWS's basic flow. The pool does not allow the second half at STS, since it has only the enhanced flow
 * (`AllowClassicFlow: false`). A token that is issued for another token has no tags.
 */
export const getOpenIdToken: Operation = (input, context) => {
  const { account, now, poolTokens } = context;
  const { id, amr } = knownIdentity(input, context);
  const seconds = Math.floor(now() / 1000);
  const expires = seconds + LIFETIME_SECONDS;
  const token = { identityId: id, pool: account.identityPool.id, amr, tags: {}, expires };
  return { IdentityId: id, Token: poolTokens.issue(token, seconds) };
};
