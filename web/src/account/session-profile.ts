import type { Input } from '@foldmark/contract/endpoints';

import type { SessionContext } from './session-context.ts';
import { isFailure } from '#web/api/api-error.ts';
import { messagesOf } from './session-errors.ts';
import type { FirebaseUser } from './session-state.ts';

/** Completes a login or registration. Returns its errors. */
export async function enter(
  context: SessionContext,
  user: FirebaseUser,
  botCheck?: string,
): Promise<readonly string[]> {
  const { gateway, dispatch, report } = context;
  try {
    await register(context, user, { bot_check: botCheck });
    await loadProfile(context);
    return [];
  } catch (error) {
    if (isFailure(error, 'earlierLibrary')) {
      dispute(context, user);
      // Not an error: the login screen asks what to do with the earlier library.
      return [];
    }
    if (isFailure(error, 'notVerifiedHuman')) {
      dispatch({ type: 'profileMissing' });
    } else {
      // Sign out, because the next visit would show a user without a profile as signed in.
      await gateway.logout();
      report(error);
    }
    return messagesOf(error);
  }
}

/** Loads the profile of a user who was signed in when the page opened. The library does not wait for it. */
export async function resume(context: SessionContext, user: FirebaseUser): Promise<void> {
  const { state, dispatch, report } = context;
  dispatch({ type: 'profileLoading' });
  try {
    await loadProfile(context).catch(async (error: unknown) => {
      if (!isFailure(error, 'noProfile')) throw error;
      await register(context, user);
      await loadProfile(context);
    });
  } catch (error) {
    if (state().firebaseUser?.uid !== user.uid) return;
    if (isFailure(error, 'earlierLibrary')) dispute(context, user);
    else if (isFailure(error, 'earlierAccount')) await leaveRemovedAccount(context, error);
    else if (isFailure(error, 'notVerifiedHuman')) dispatch({ type: 'profileMissing' });
    else {
      report(error);
      dispatch({ type: 'profileFailed', errors: messagesOf(error) });
    }
  }
}

export async function loadProfile({ api, state, dispatch, storedUser }: SessionContext): Promise<void> {
  const { call } = await api();
  dispatch({ type: 'profileLoaded', authUser: await call('/users/get-auth/', {}) });
  if (storedUser.get()?.mustChoose === true) storedUser.set(state().firebaseUser);
}

/** The optional fields of a registration. */
type Registration = Pick<Input<'/users/login-register/'>, 'bot_check' | 'keep_earlier'>;

export async function register(
  { api, timeZone }: SessionContext,
  { uid, email }: FirebaseUser,
  more: Registration = {},
): Promise<void> {
  const { call } = await api();
  await call('/users/login-register/', {
    uid,
    email,
    time_zone_abbreviation: timeZone(),
    ...more,
  });
}

/** Asks what to do with the earlier library, and asks again on the next page until the user has chosen. */
function dispute({ storedUser, dispatch }: SessionContext, user: FirebaseUser): void {
  storedUser.set({ ...user, mustChoose: true });
  dispatch({ type: 'profileDisputed' });
}

/** The server has removed this account, so the user must log in again. The login screen shows the reason. */
async function leaveRemovedAccount(context: SessionContext, error: unknown): Promise<void> {
  const { gateway, storedUser, dispatch } = context;
  storedUser.set(null);
  await gateway.logout();
  dispatch({ type: 'changeRefused', errors: messagesOf(error) });
}
