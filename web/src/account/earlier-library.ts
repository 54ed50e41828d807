import { type SessionContext, signOut } from './session-context.ts';
import { isFailure } from '#web/api/api-error.ts';
import { messagesOf } from './session-errors.ts';
import { loadProfile, register } from './session-profile.ts';

/** Keeps a library that another person may have filled under this unconfirmed address. Returns the errors. */
export async function keepEarlier(context: SessionContext): Promise<readonly string[]> {
  const { firebaseUser } = context.state();
  if (firebaseUser === null) return [];
  try {
    await register(context, firebaseUser, { keep_earlier: true });
    await loadProfile(context);
    return [];
  } catch (error) {
    context.report(error);
    return messagesOf(error);
  }
}

/**
 * Deletes the earlier library with the account, and signs out. If another tab has kept the library meanwhile, shows it and stays
 * signed in. Returns the errors.
 */
export async function startEmpty(context: SessionContext): Promise<readonly string[]> {
  const { api, dispatch, report } = context;
  try {
    const { call } = await api();
    const isDeleted = await call('/users/delete/', { only_disputed: true }).then(
      () => true,
      (error: unknown) => {
        if (!isFailure(error, 'libraryKept')) throw error;
        return false;
      },
    );
    if (isDeleted) {
      // Dispatch before signing out, because signing out shows another page, which reads the reason.
      dispatch({ type: 'startedEmpty' });
      await signOut(context);
    } else await loadProfile(context);
    return [];
  } catch (error) {
    report(error);
    return messagesOf(error);
  }
}
