import { CognitoError } from '#aws/cognito/cognito-error.ts';
import type { Operation } from '#aws/cognito/context.ts';
import { knownIdentity } from '#aws/cognito/known-identity.ts';
import { POOL_PROVIDER } from '#aws/cognito/pool-tokens.ts';
import { assumableRole } from '#aws/identity/assume-role.ts';

/** Issues credentials of the pool's role, if the role's trust policy allows it. */
export const getCredentialsForIdentity: Operation = (input, context) => {
  const { account, credentials, now, sessionSeconds } = context;
  const { id, amr, tags } = knownIdentity(input, context);
  const { roles } = account.identityPool;
  const arn = amr.includes('authenticated') ? roles.authenticated : roles.unauthenticated;
  const claims = { aud: [account.identityPool.id], amr, sub: [id] };
  const role = assumableRole(
    account,
    arn ?? '',
    { provider: POOL_PROVIDER, prefix: POOL_PROVIDER, claims },
    tags,
  );
  if (role === null)
    throw new CognitoError(
      'InvalidIdentityPoolConfigurationException',
      'Invalid identity pool configuration. Check assigned IAM roles for this pool.',
    );
  const expires = now() + Math.min(sessionSeconds, role.maxSessionSeconds) * 1000;
  const issued = credentials.issue({ role: role.arn, name: 'CognitoIdentityCredentials', tags, expires });
  return {
    IdentityId: id,
    Credentials: {
      AccessKeyId: issued.accessKeyId,
      SecretKey: issued.secretAccessKey,
      SessionToken: issued.sessionToken,
      Expiration: Math.floor(expires / 1000),
    },
  };
};
