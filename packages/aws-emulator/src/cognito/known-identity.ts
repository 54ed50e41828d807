import { CognitoError } from '#aws/cognito/cognito-error.ts';
import type { CognitoContext, Input } from '#aws/cognito/context.ts';
import { verifyLogin, refuseExpired, refusedToken } from '#aws/cognito/identity.ts';
import { idIn, loginsIn } from '#aws/cognito/input.ts';
import { POOL_PROVIDER } from '#aws/cognito/pool-tokens.ts';

/** The identity of a request, with the claims of its login. */
export interface KnownIdentity {
  readonly id: string;
  /** Authentication methods. The first is 'authenticated' or 'unauthenticated'. */
  readonly amr: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
}

export function knownIdentity(input: Input, context: CognitoContext): KnownIdentity {
  const id = idIn(input, 'IdentityId');
  if (!context.identityIds.wasIssued(id))
    throw new CognitoError('ResourceNotFoundException', `Identity '${id}' not found.`);
  const logins = loginsIn(input);
  const token = logins.get(POOL_PROVIDER);
  if (token !== undefined && logins.size === 1) return identityOfPoolToken(id, token, context);
  const claims = verifyLogin(logins, context);
  if (claims === null) return { id, amr: ['unauthenticated'], tags: {} };
  if (context.identityIds.idOf(claims) !== id) throw otherIdentity();
  return { id, amr: ['authenticated', claims.iss.replace('https://', '')], tags: {} };
}

/** Verifies a token that the pool has issued on request of its owner. */
function identityOfPoolToken(
  id: string,
  token: string,
  { account, now, poolTokens }: CognitoContext,
): KnownIdentity {
  const known = poolTokens.read(token);
  if (known === null || known.pool !== account.identityPool.id)
    throw refusedToken("Invalid login token. Couldn't verify signed token.");
  refuseExpired(known.expires, now());
  if (known.identityId !== id) throw otherIdentity();
  return { id, amr: known.amr, tags: known.tags };
}

function otherIdentity(): CognitoError {
  return new CognitoError(
    'NotAuthorizedException',
    "Logins don't match. Please include at least one valid login for this identity or identity pool.",
  );
}
