import type { StoredUser } from '@foldmark/contract/stored';

import { Failure } from '#functions/http/failure.ts';
import type { Library } from '#functions/library/library.ts';
import { requireUser } from '#functions/operations/require-user.ts';
import type { Caller, Services } from '#functions/services.ts';

/**
 * Anybody can register an address with a password and store links under it. When the owner of the address logs in with Google, the
 * identity provider hands them this account: it keeps the uid, takes the password away and ends the sessions. The library is
 * then `disputed`, until its new owner has said whether it stays. An account that was confirmed while it had its password
 * belongs to the person who registered it.
 */
export async function settleOwnership(
  user: StoredUser,
  caller: Caller,
  library: Library,
  services: Pick<Services, 'accounts'>,
  keepsEarlier = false,
): Promise<StoredUser> {
  if (user.ownership === 'confirmed' || !caller.emailVerified) return user;
  if (await services.accounts.hasPassword(caller.uid)) return become('confirmed', user, library);
  // A session of before, with a token that tells of the new owner's confirmation.
  if (caller.provider === 'password') throw new Failure('notSignedIn');
  if (user.ownership === 'unconfirmed') {
    await services.accounts.endEarlierSessions(caller);
    await become('disputed', user, library);
  } else if (keepsEarlier) {
    return become('confirmed', user, library);
  }
  throw new Failure('earlierLibrary');
}

async function become(
  ownership: StoredUser['ownership'],
  user: StoredUser,
  library: Library,
): Promise<StoredUser> {
  return library.transaction(async (transaction) => {
    const now = await requireUser(transaction);
    // Another call has settled it in between.
    if (now.ownership !== user.ownership) return now;
    return transaction.changeUser(now, { ownership });
  });
}
