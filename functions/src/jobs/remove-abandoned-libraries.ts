import type { Job } from '#functions/jobs/job.ts';
import { deleteAccount } from '#functions/accounts/delete-account.ts';
import type { Accounts } from '#functions/services/accounts.ts';

/** The number of accounts that one request to the identity provider can name. */
const PAGE = 100;
/** With more abandoned libraries than this, the accounts were probably lost, and an operator has to check. */
function maxAbandoned(libraries: number): number {
  return Math.max(Math.min(20, libraries / 2), libraries / 5);
}

/** Removes the libraries whose accounts were deleted in the console or through the identity provider's API. */
export const removeAbandonedLibraries: Job = async (services) => {
  const libraries = await services.libraries();
  const abandoned = await abandonedAmong(libraries.uids(PAGE), services.accounts);
  let removed = 0;
  for (const uid of abandoned) {
    // An account may have been restored since the first check.
    if ((await services.accounts.missing([uid])).length === 0) continue;
    await deleteAccount(uid, services);
    removed += 1;
  }
  return { removed };
};

/** Returns the uids without an account. Throws if there are implausibly many. */
export async function abandonedAmong(
  pages: AsyncIterable<readonly string[]>,
  accounts: Pick<Accounts, 'missing'>,
): Promise<string[]> {
  const abandoned: string[] = [];
  let libraries = 0;
  for await (const uids of pages) {
    libraries += uids.length;
    abandoned.push(...(await accounts.missing(uids)));
  }
  if (abandoned.length > maxAbandoned(libraries)) {
    throw new Error(
      `${abandoned.length} of ${libraries} libraries have no account. Nothing was removed: were the accounts lost?`,
    );
  }
  return abandoned;
}
