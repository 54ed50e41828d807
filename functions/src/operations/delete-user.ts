import type { Operation } from '#functions/operations/operation.ts';

/**
 * Asks for no profile: a deletion that broke off half-way can be called again. The account goes last, because without it
 * nobody could.
 */
export const deleteUser: Operation<'/users/delete/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  const remaining = await library.destroy();
  await services.accounts.remove(caller.uid);
  return { user_id: caller.uid, remaining_uploads: remaining };
};
