import type { StoredUser } from '@foldmark/contract/stored';

import { Failure } from '#functions/errors/failure.ts';
import type { Library } from '#functions/library/library.ts';
import { deleteAccount } from '#functions/accounts/delete-account.ts';
import { requireUser } from '#functions/library/require-user.ts';
import type { Account, Caller } from '#functions/services/accounts.ts';
import type { Services } from '#functions/services/services.ts';

/**
 * Anybody can register an address with a password and store links under it. When the owner of the address logs in with Google, the
 * identity provider hands them this account: it keeps the uid, takes the password away and ends the sessions. The library is
 * then `disputed` until the owner of the address keeps or deletes it. An account that was confirmed while it had its password
 * belongs to the person who registered it.
 */
export async function settleOwnership(
  user: StoredUser,
  caller: Caller,
  library: Library,
  services: Pick<Services, 'accounts'>,
  keepsEarlier = false,
): Promise<StoredUser> {
  const ownership = ownershipFor(caller.email, user);
  if (ownership === 'confirmed' || !caller.emailVerified) return user;
  const { hasPassword } = await requireCurrentAddress(caller, services);
  if (hasPassword) return settle('confirmed', user, caller, library);
  // An earlier session whose token carries the new owner's confirmation.
  if (caller.provider === 'password') throw new Failure('notSignedIn');
  if (ownership === 'unconfirmed') {
    await services.accounts.endEarlierSessions(caller);
    await settle('disputed', user, caller, library);
  } else if (keepsEarlier) {
    return settle('confirmed', user, caller, library);
  }
  throw new Failure('earlierLibrary');
}

/**
 * Deletes the account if Google's login has taken it over from a person who registered the address with a password and never
 * made a profile. Its last ID tokens hold for up to an hour and name this uid, so the owner must get another one.
 */
export async function refuseEarlierAccount(
  caller: Caller,
  { hasPassword, hasEndedSessions }: Account,
  services: Pick<Services, 'accounts' | 'library'>,
): Promise<void> {
  if (!caller.emailVerified || hasPassword || !hasEndedSessions) return;
  if (caller.provider === 'password') throw new Failure('notSignedIn');
  await deleteAccount(caller.uid, services, (profile) => {
    // A token of the earlier person has made it since this call looked.
    if (profile !== null) throw new Failure('earlierLibrary');
  });
  throw new Failure('earlierAccount');
}

/** Refuses a token that names an address which the account no longer has. */
export async function requireCurrentAddress(
  { uid, email }: Caller,
  { accounts }: Pick<Services, 'accounts'>,
): Promise<Account> {
  const account = await accounts.find(uid);
  if (account?.email !== email) throw new Failure('notSignedIn');
  return account;
}

/**
 * A confirmation counts for the address of the profile alone: an account can change its address to that of another person.
 * Older profiles may lack the address.
 */
function ownershipFor(address: string, { ownership, email }: StoredUser): StoredUser['ownership'] {
  return ownership === 'confirmed' && email !== '' && email !== address ? 'unconfirmed' : ownership;
}

async function settle(
  ownership: StoredUser['ownership'],
  user: StoredUser,
  { email }: Caller,
  library: Library,
): Promise<StoredUser> {
  return library.transaction(async (transaction) => {
    const now = await requireUser(transaction);
    // Another call has settled it in between.
    if (now.ownership !== user.ownership || now.email !== user.email) return now;
    return transaction.changeUser(now, { ownership, email });
  });
}
