import { type SessionContext, signOut } from './session-context.ts';
import { messagesOf } from './session-errors.ts';

/** Deletes the account with all its data and signs out. Returns the errors. */
export async function deleteAccount(context: SessionContext): Promise<readonly string[]> {
  const { api, dispatch, report } = context;
  try {
    const { call } = await api();
    await call('/users/delete/', {});
  } catch (error) {
    report(error);
    return messagesOf(error);
  }
  // Dispatch before signing out, because signing out shows another page, which reads the reason.
  dispatch({ type: 'accountDeleted' });
  await signOut(context);
  return [];
}
