import type { StoredUser } from '@foldmark/contract/stored';

import type { Services } from '#functions/services/services.ts';

/**
 * Deletes a library and then its account, because without the account nobody could call again. What breaks off half-way
 * is finished by a job. Deletes nothing if `check` refuses the profile: see `Library.destroy`.
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
