import type { StoredUser } from '@foldmark/contract/stored';

import { Failure } from '#functions/errors/failure.ts';
import type { Library } from '#functions/store/library.ts';
import { deleteAccount } from '#functions/accounts/delete-account.ts';
import { requireUser } from '#functions/store/require-user.ts';
import type { Account, Caller } from '#functions/services/accounts.ts';
import type { Services } from '#functions/services/services.ts';

/**
 * Checks that the library belongs to the owner of the email address. An attacker can register another person's address with a
 * password and store links. When the owner of the address logs in with Google, the identity provider gives them this account:
 * it keeps the uid, removes the password and ends the sessions. The library is then `disputed` until the owner of the address
 * keeps or deletes it. An account that was confirmed while it had its password belongs to the user who registered it.
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
  // The token is from an earlier session, although it contains the new owner's confirmation.
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
 * Deletes the account if a Google login has taken it over from a user who registered the address with a password and never
 * created a profile. That user's ID tokens stay valid for up to an hour for this uid, so the owner needs a new uid.
 */
export async function rejectEarlierAccount(
  caller: Caller,
  { hasPassword, hasEndedSessions }: Account,
  services: Pick<Services, 'accounts' | 'doStepLater' | 'library' | 'log'>,
): Promise<void> {
  if (!caller.emailVerified || hasPassword || !hasEndedSessions) return;
  if (caller.provider === 'password') throw new Failure('notSignedIn');
  await deleteAccount(caller.uid, services, (profile) => {
    // The earlier user's token has created a profile since this call read it.
    if (profile !== null) throw new Failure('earlierLibrary');
  });
  throw new Failure('earlierAccount');
}

/** Rejects a token whose email address is no longer the account's. */
export async function requireCurrentAddress(
  { uid, email }: Caller,
  { accounts }: Pick<Services, 'accounts'>,
): Promise<Account> {
  const account = await accounts.find(uid);
  if (account?.email !== email) throw new Failure('notSignedIn');
  return account;
}

/**
 * A confirmation is valid only for the address in the profile, because an account can change its address to another person's.
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
    // Another call has settled the ownership meanwhile.
    if (now.ownership !== user.ownership || now.email !== user.email) return now;
    return transaction.changeUser(now, { ownership, email });
  });
}
