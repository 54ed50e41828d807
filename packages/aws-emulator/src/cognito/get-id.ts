import type { Operation } from '#aws/cognito/context.ts';
import { loggedIn } from '#aws/cognito/identity.ts';
import { loginsIn, poolIn } from '#aws/cognito/input.ts';

export const getId: Operation = (input, context) => {
  poolIn(input, context.account.identityPool.id);
  const claims = loggedIn(loginsIn(input), context);
  return { IdentityId: claims === null ? context.identityIds.ofNobody() : context.identityIds.of(claims) };
};
