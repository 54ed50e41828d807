import type { Operation } from '#functions/operations/operation.ts';
import { settleOwnership } from '#functions/accounts/ownership.ts';
import { publicUser } from '#functions/operations/public-user.ts';
import { requireUser } from '#functions/library/require-user.ts';

export const getAuthUser: Operation<'/users/get-auth/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  const user = await settleOwnership(await requireUser(library), caller, library, services);
  return {
    ...publicUser(user),
    // The token is newer than the profile: it is renewed every hour.
    email: caller.email === '' ? user.email : caller.email,
    email_verified: caller.emailVerified,
    time_zone_abbreviation: user.time_zone_abbreviation,
    created_at: user.created_at.toDate(),
  };
};
