import type { Operation } from '#aws/cognito/context.ts';
import { verifyLogin } from '#aws/cognito/identity.ts';
import { loginsIn, poolIn } from '#aws/cognito/input.ts';

export const getId: Operation = (input, context) => {
  poolIn(input, context.account.identityPool.id);
  const claims = verifyLogin(loginsIn(input), context);
  return {
    IdentityId: claims === null ? context.identityIds.createAnonymous() : context.identityIds.idOf(claims),
  };
};
