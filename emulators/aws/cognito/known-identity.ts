import { CognitoError } from '#aws/cognito/cognito-error.ts';
import type { CognitoContext, Input } from '#aws/cognito/context.ts';
import { loggedIn } from '#aws/cognito/identity.ts';
import { idIn, loginsIn } from '#aws/cognito/input.ts';
import type { Claims } from '#aws/identity/unsigned-token.ts';

/** The identity that a request is about, and the login that it belongs to; null for one of nobody. */
export function knownIdentity(input: Input, context: CognitoContext): { id: string; claims: Claims | null } {
  const id = idIn(input, 'IdentityId');
  if (!context.identityIds.isOurs(id))
    throw new CognitoError('ResourceNotFoundException', `Identity '${id}' not found.`);
  const claims = loggedIn(loginsIn(input), context);
  if (claims !== null && context.identityIds.of(claims) !== id)
    throw new CognitoError(
      'NotAuthorizedException',
      "Logins don't match. Please include at least one valid login for this identity or identity pool.",
    );
  return { id, claims };
}
