import type { StoredUser } from '@foldmark/contract/stored';

import type { Services } from '#functions/services/services.ts';

/**
 * Deletes a library and then its account: without the account the user could not retry. The job `finishDeletions` completes a
 * deletion that failed half-way. Deletes nothing if `check` throws: see `Library.destroy`.
 */
export async function deleteAccount(
  uid: string,
  services: Pick<Services, 'library' | 'accounts'>,
  check?: (profile: StoredUser | null) => void,
): Promise<void> {
  const library = await services.library(uid);
  await library.destroy(check);
  await services.accounts.remove(uid);
  await library.markDestroyed();
}
