import type { Services } from '#functions/services.ts';

/**
 * Deletes a library and then its account, because without the account nobody could call again. What breaks off half-way
 * is finished by a job. Answers the keys of the uploaded images that remain.
 */
export async function deleteAccount(uid: string, services: Services): Promise<string[]> {
  const library = await services.library(uid);
  const remaining = await library.destroy('account');
  await services.accounts.remove(uid);
  await library.destroyed('account');
  return remaining;
}
