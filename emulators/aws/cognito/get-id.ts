import { CognitoError } from '#aws/cognito/cognito-error.ts';
import type { Operation } from '#aws/cognito/context.ts';
import { loggedIn } from '#aws/cognito/identity.ts';
import { idIn, loginsIn } from '#aws/cognito/input.ts';

export const getId: Operation = (input, context) => {
  const pool = idIn(input, 'IdentityPoolId');
  if (pool !== context.account.identityPool.id)
    throw new CognitoError('ResourceNotFoundException', `IdentityPool '${pool}' not found.`);
  const claims = loggedIn(loginsIn(input), context);
  return { IdentityId: claims === null ? context.identityIds.ofNobody() : context.identityIds.of(claims) };
};
