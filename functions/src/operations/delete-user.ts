import type { StoredUser } from '@foldmark/contract/stored';

import { Failure } from '#functions/errors/failure.ts';
import { deleteAccount } from '#functions/accounts/delete-account.ts';
import type { Operation } from '#functions/operations/operation.ts';

/** Asks for no profile: a deletion that broke off half-way can be called again. */
export const deleteUser: Operation<'/users/delete/'> = async ({ input, caller }, services) => {
  await deleteAccount(caller.uid, services, input.only_disputed === true ? requireDisputed : undefined);
  return { user_id: caller.uid, remaining_uploads: [] };
};

/** A tab can still ask what happens to a library after its owner has kept it in another tab. */
function requireDisputed(profile: StoredUser | null): void {
  if (profile !== null && profile.ownership !== 'disputed') throw new Failure('libraryKept');
}
