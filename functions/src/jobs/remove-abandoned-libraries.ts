import type { Job } from '#functions/jobs/job.ts';
import { deleteAccount } from '#functions/accounts/delete-account.ts';
import type { Accounts } from '#functions/services/accounts.ts';

/** How many accounts one question to the identity provider can name. */
const PAGE = 100;
/** More at once are no people who left, but accounts that were lost: a person has to look at that. */
function mostLeaving(libraries: number): number {
  return Math.max(Math.min(20, libraries / 2), libraries / 5);
}

/** Removes the libraries whose accounts were deleted elsewhere: in the console, or by a call of the identity provider. */
export const removeAbandonedLibraries: Job = async (services) => {
  const libraries = await services.libraries();
  const abandoned = await abandonedAmong(libraries.uids(PAGE), services.accounts);
  let removed = 0;
  for (const uid of abandoned) {
    // An account may have been restored since the first look.
    if ((await services.accounts.missing([uid])).length === 0) continue;
    await deleteAccount(uid, services);
    removed += 1;
  }
  return { removed };
};

/** The uids without an account. Throws where there are too many of them to be true. */
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
  if (abandoned.length > mostLeaving(libraries)) {
    throw new Error(
      `${abandoned.length} of ${libraries} libraries have no account. Nothing was removed: were the accounts lost?`,
    );
  }
  return abandoned;
}
