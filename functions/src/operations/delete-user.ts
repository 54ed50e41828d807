import { deleteAccount } from '#functions/operations/delete-account.ts';
import type { Operation } from '#functions/operations/operation.ts';

/** Asks for no profile: a deletion that broke off half-way can be called again. */
export const deleteUser: Operation<'/users/delete/'> = async ({ caller }, services) => {
  await deleteAccount(caller.uid, services);
  return { user_id: caller.uid, remaining_uploads: [] };
};
