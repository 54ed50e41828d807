import type { Operation } from '#aws/cognito/context.ts';
import { knownIdentity } from '#aws/cognito/known-identity.ts';

const LIFETIME_SECONDS = 600;

/**
 * The first half of what AWS calls the basic flow. The second, at STS, is not for identities of this pool: it allows the
 * enhanced flow alone (`AllowClassicFlow: false`). The token is unsigned, as all tokens of this machine.
 */
export const getOpenIdToken: Operation = (input, context) => {
  const { id, claims } = knownIdentity(input, context);
  const seconds = Math.floor(context.now() / 1000);
  const parts = [
    { alg: 'none', typ: 'JWT' },
    {
      sub: id,
      aud: context.account.identityPool.id,
      amr: claims === null ? ['unauthenticated'] : ['authenticated', claims.iss.replace('https://', '')],
      iss: 'https://cognito-identity.amazonaws.com',
      exp: seconds + LIFETIME_SECONDS,
      iat: seconds,
    },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return { IdentityId: id, Token: `${parts.join('.')}.` };
};
