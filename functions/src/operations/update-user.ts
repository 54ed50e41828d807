import type { Operation } from '#functions/operations/operation.ts';
import { publicUser } from '#functions/operations/public-user.ts';
import { requireUser } from '#functions/library/require-user.ts';

export const updateUser: Operation<'/users/update/'> = async ({ input, caller }, services) => {
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const user = await requireUser(transaction);
    const { display_name = user.display_name, time_zone_abbreviation = user.time_zone_abbreviation } = input;
    return publicUser(transaction.changeUser(user, { display_name, time_zone_abbreviation }));
  });
};
