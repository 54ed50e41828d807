import { CognitoError } from '#aws/cognito/cognito-error.ts';
import type { Operation } from '#aws/cognito/context.ts';
import { durationIn, loginsIn, poolIn, tagsIn } from '#aws/cognito/input.ts';

/** Issues a token for a user that the pool's owner has authenticated. */
export const getOpenIdTokenForDeveloperIdentity: Operation = (input, context) => {
  const { account, identityIds, now, poolTokens } = context;
  const pool = poolIn(input, account.identityPool.id);
  const { developerProvider } = account.identityPool;
  const [login, ...others] = loginsIn(input);
  if (
    login === undefined ||
    others.length > 0 ||
    developerProvider === null ||
    login[0] !== developerProvider
  )
    throw new CognitoError('InvalidParameterException', 'Please provide a valid developer provider');
  const [provider, user] = login;
  const id = identityIds.idOf({ iss: provider, sub: user });
  if (input['IdentityId'] !== undefined && input['IdentityId'] !== null && input['IdentityId'] !== id)
    throw new CognitoError('InvalidParameterException', 'The identity does not belong to this login.');
  const seconds = Math.floor(now() / 1000);
  const token = {
    identityId: id,
    pool,
    amr: ['authenticated', provider, `${provider}:${pool}:${user}`],
    tags: tagsIn(input),
    expires: seconds + durationIn(input),
  };
  return { IdentityId: id, Token: poolTokens.issue(token, seconds) };
};
