import type { Services } from '#functions/services.ts';

/**
 * Deletes a library and then its account, because without the account nobody could call again. What breaks off half-way
 * is finished by a job.
 */
export async function deleteAccount(uid: string, services: Services): Promise<void> {
  const library = await services.library(uid);
  await library.destroy();
  await services.accounts.remove(uid);
  await library.destroyed();
}
