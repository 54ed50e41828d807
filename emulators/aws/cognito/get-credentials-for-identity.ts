import { CognitoError } from '#aws/cognito/cognito-error.ts';
import type { Operation } from '#aws/cognito/context.ts';
import { knownIdentity } from '#aws/cognito/known-identity.ts';
import { roleTrusting } from '#aws/identity/assume-role.ts';

const PROVIDER = 'cognito-identity.amazonaws.com';

/** Credentials of the pool's role, where the role's own trust agrees. */
export const getCredentialsForIdentity: Operation = (input, context) => {
  const { account, credentials, now, sessionSeconds } = context;
  const { id, claims } = knownIdentity(input, context);
  const kind = claims === null ? 'unauthenticated' : 'authenticated';
  const role = roleTrusting(account, account.identityPool.roles[kind] ?? '', {
    provider: PROVIDER,
    prefix: PROVIDER,
    claims: { aud: [account.identityPool.id], amr: [kind], sub: [id] },
  });
  if (role === null)
    throw new CognitoError(
      'InvalidIdentityPoolConfigurationException',
      'Invalid identity pool configuration. Check assigned IAM roles for this pool.',
    );
  const expires = now() + Math.min(sessionSeconds, role.maxSessionSeconds) * 1000;
  const issued = credentials.issue({ role: role.arn, name: 'CognitoIdentityCredentials', expires });
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
