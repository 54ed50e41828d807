import type { StoredUser } from '@foldmark/contract/stored';

import { errorFields } from '#functions/errors/error-fields.ts';
import type { Services } from '#functions/services/services.ts';

/**
 * Blocks the uid and deletes the account. From then on no call works and no login shows the library. Tasks delete the library
 * (see `doStep`). Deletes nothing if `check` throws (see `LibraryDeletion.begin`).
 */
export async function deleteAccount(
  uid: string,
  services: Pick<Services, 'accounts' | 'doStepLater' | 'library' | 'log'>,
  check?: (profile: StoredUser | null) => void,
): Promise<void> {
  const library = await services.library(uid);
  const first = await library.deletion.begin(check);
  const queued = first === null ? undefined : services.doStepLater(first);
  await Promise.all([queued, services.accounts.remove(uid)]).catch((error: unknown) => {
    // The block is committed, so a task or the job `continueDeletions` completes the deletion.
    services.log.warn('an account deletion waits for a later try', { ...errorFields(error) });
  });
}
