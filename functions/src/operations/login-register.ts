import type { ParsedInput } from '@foldmark/contract/endpoints';
import { DISPLAY_NAME_MAX_LENGTH } from '@foldmark/library/entities/limits';
import { MESSAGES } from '@foldmark/contract/messages';
import type { StoredUser } from '@foldmark/contract/stored';

import { Failure, Invalid } from '#functions/errors/failure.ts';
import type { Library, NewUser, SpentChallenge } from '#functions/store/library.ts';
import type { Operation } from '#functions/operations/operation.ts';
import {
  rejectEarlierAccount,
  requireCurrentAddress,
  settleOwnership,
} from '#functions/accounts/ownership.ts';
import { publicUser } from '#functions/operations/users.ts';
import type { Caller } from '#functions/services/accounts.ts';
import type { Services } from '#functions/services/services.ts';

type Path = '/users/login-register/';

/** Sign-in providers with their own bot check. */
const TRUSTED_PROVIDERS: ReadonlySet<string> = new Set(['google.com']);

export const loginRegister: Operation<Path> = async ({ input, caller }, services) => {
  if (input.uid !== caller.uid) throw new Failure('otherUser');
  const library = await services.library(caller.uid);
  const user = await library.user();
  if (user === null) return publicUser(await register(library, input, caller, services));
  const settled = await settleOwnership(user, caller, library, services, input.keep_earlier);
  return publicUser(await refresh(library, settled, input, caller, services));
};

async function register(
  library: Library,
  input: ParsedInput<Path>,
  caller: Caller,
  services: Services,
): Promise<NewUser> {
  if (caller.email === '') throw new Invalid([MESSAGES.emailRequired]);
  const challenge = await requireBotCheck(input, caller, services);
  // A token stays valid for up to an hour after its account is deleted. It must not create a new profile.
  const account = await services.accounts.find(caller.uid);
  if (account === null) throw new Failure('notSignedIn');
  await rejectEarlierAccount(caller, account, services);
  const user = {
    user_id: caller.uid,
    display_name: caller.name.slice(0, DISPLAY_NAME_MAX_LENGTH).toWellFormed(),
    avatar: '',
    email: caller.email,
    time_zone_abbreviation: input.time_zone_abbreviation,
    ownership: caller.emailVerified ? ('confirmed' as const) : ('unconfirmed' as const),
  };
  const opened = await library.createProfile(user, challenge);
  if (opened === null) throw new Failure('notVerifiedHuman');
  return opened;
}

async function requireBotCheck(
  { bot_check }: ParsedInput<Path>,
  { provider }: Caller,
  { botCheck }: Services,
): Promise<SpentChallenge | null> {
  if (TRUSTED_PROVIDERS.has(provider)) return null;
  const challenge = bot_check === undefined ? null : await botCheck.verify(bot_check);
  if (challenge === null) throw new Failure('notVerifiedHuman');
  return challenge;
}

/** Updates the time zone and the email address if they have changed since the last login. */
async function refresh(
  library: Library,
  user: StoredUser,
  { time_zone_abbreviation }: ParsedInput<Path>,
  caller: Caller,
  services: Services,
): Promise<StoredUser> {
  const zone = time_zone_abbreviation === '' ? user.time_zone_abbreviation : time_zone_abbreviation;
  const email = caller.email === '' ? user.email : caller.email;
  if (zone === user.time_zone_abbreviation && email === user.email) return user;
  if (email !== user.email) await requireCurrentAddress(caller, services);
  return library.transaction(async (transaction) => {
    const now = await transaction.user();
    if (now === null) throw new Failure('noProfile');
    // The confirmation in the profile was for the earlier address.
    const isUnconfirmed = email !== now.email && !caller.emailVerified && now.ownership === 'confirmed';
    const ownership = isUnconfirmed ? 'unconfirmed' : now.ownership;
    return transaction.changeUser(now, { time_zone_abbreviation: zone, email, ownership });
  });
}
