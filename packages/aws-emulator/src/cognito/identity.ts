import { CognitoError } from '#aws/cognito/cognito-error.ts';
import type { CognitoContext } from '#aws/cognito/context.ts';
import { readUnsignedToken, type Claims } from '#aws/identity/unsigned-token.ts';

/** The clock skew that Cognito tolerates. */
const GRACE_SECONDS = 300;

/** Verifies the login of a request. Null without a login, if the pool allows unauthenticated identities. */
export function verifyLogin(logins: ReadonlyMap<string, string>, context: CognitoContext): Claims | null {
  const [login, ...others] = logins;
  if (others.length > 0)
    throw new CognitoError('NotAuthorizedException', 'Please provide a valid public provider');
  if (login !== undefined) return claimsOf(...login, context);
  if (context.account.identityPool.allowsUnauthenticated) return null;
  throw new CognitoError(
    'NotAuthorizedException',
    'Unauthenticated access is not supported for this identity pool.',
  );
}

/** Verifies a token, with Cognito's error messages in Cognito's order. */
function claimsOf(provider: string, token: string, { account, now }: CognitoContext): Claims {
  const known = account.identityPool.providers.get(provider);
  if (known === undefined)
    throw refusedToken('Token is not from a supported provider of this identity pool.');
  const claims = readUnsignedToken(token);
  if (claims === 'malformed')
    throw refusedToken('Invalid login token. Not a valid OpenId Connect identity token.');
  if (claims === 'signed') throw refusedToken("Invalid login token. Couldn't verify signed token.");
  if (claims.iss !== `https://${provider}`)
    throw refusedToken("Invalid login token. Issuer doesn't match providerName");
  if (!known.clientIds.includes(claims.azp ?? claims.aud))
    throw refusedToken('Invalid login token. Incorrect token audience.');
  refuseExpired(claims.exp + GRACE_SECONDS, now());
  return claims;
}

/** `expires` is in seconds, `now` in milliseconds. */
export function refuseExpired(expires: number, now: number): void {
  const seconds = Math.floor(now / 1000);
  if (seconds > expires) throw refusedToken(`Invalid login token. Token expired: ${seconds} >= ${expires}`);
}

export function refusedToken(message: string): CognitoError {
  return new CognitoError('NotAuthorizedException', message);
}
