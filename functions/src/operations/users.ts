import { userSet } from '@foldmark/library/changes/user-set';
import type { User } from '@foldmark/library/entities/entities';
import type { StoredUser } from '@foldmark/contract/stored';

import { deleteAccount } from '#functions/accounts/delete-account.ts';
import { settleOwnership } from '#functions/accounts/ownership.ts';
import { LoadedView } from '#functions/changes/loaded-view.ts';
import { Failure } from '#functions/errors/failure.ts';
import { requireUser } from '#functions/store/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';

/** The fields of a profile that other users may see. */
export function publicUser({ user_id, display_name, avatar }: User): User {
  return { user_id, display_name, avatar };
}

export const getUser: Operation<'/users/get/'> = async ({ caller }, services) =>
  publicUser(await requireUser(await services.library(caller.uid)));

export const getAuthUser: Operation<'/users/get-auth/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  const user = await settleOwnership(await requireUser(library), caller, library, services);
  return {
    ...publicUser(user),
    // The token is newer than the profile, because the browser renews it every hour.
    email: caller.email === '' ? user.email : caller.email,
    email_verified: caller.emailVerified,
    time_zone_abbreviation: user.time_zone_abbreviation,
    created_at: user.created_at.toDate(),
  };
};

export const updateUser: Operation<'/users/update/'> = async ({ input, caller }, services) => {
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const user = await requireUser(transaction);
    const view = new LoadedView(transaction, { user });
    const applied = userSet.apply({ kind: 'user.set', ...input }, view, 0);
    const [edit] = 'refused' in applied ? [] : applied.edits;
    return publicUser(edit?.table === 'users' ? transaction.changeUser(user, edit.after) : user);
  });
};

/** Needs no profile, so that a client can repeat the call. */
export const deleteUser: Operation<'/users/delete/'> = async ({ input, caller }, services) => {
  await deleteAccount(caller.uid, services, input.only_disputed === true ? requireDisputed : undefined);
  return { user_id: caller.uid, remaining_uploads: [] };
};

/** A tab may still offer to delete a library after the owner has kept it in another tab. */
function requireDisputed(profile: StoredUser | null): void {
  if (profile !== null && profile.ownership !== 'disputed') throw new Failure('libraryKept');
}
