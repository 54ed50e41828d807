import type { SessionContext } from './session-context.ts';
import { isFailure, messagesOf } from './session-errors.ts';
import { loadProfile } from './session-profile.ts';

export async function deleteAccount(context: SessionContext): Promise<readonly string[]> {
  const { api, report } = context;
  try {
    const { call } = await api();
    await call('/users/delete/', {});
  } catch (error) {
    report(error);
    return messagesOf(error);
  }
  return leave(context, 'accountDeleted');
}

export async function startEmpty(context: SessionContext): Promise<readonly string[]> {
  const { api, report } = context;
  try {
    const { call } = await api();
    const isDeleted = await call('/users/delete/', { only_disputed: true }).then(
      () => true,
      (error: unknown) => {
        if (!isFailure(error, 'libraryKept')) throw error;
        return false;
      },
    );
    if (isDeleted) return await leave(context, 'startedEmpty');
    await loadProfile(context);
    return [];
  } catch (error) {
    report(error);
    return messagesOf(error);
  }
}

async function leave(
  { gateway, dispatch }: SessionContext,
  reason: 'accountDeleted' | 'startedEmpty',
): Promise<readonly string[]> {
  // Dispatch before signing out, because signing out shows another page, which reads the reason.
  dispatch({ type: reason });
  await gateway.logout();
  return [];
}
