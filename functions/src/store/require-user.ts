import type { StoredUser } from '@foldmark/contract/stored';

import { Failure } from '#functions/errors/failure.ts';
import type { Library } from '#functions/store/library.ts';

export async function requireUser(library: Pick<Library, 'user'>): Promise<StoredUser> {
  const user = await library.user();
  if (user === null) throw new Failure('noProfile');
  return user;
}

/**
 * Returns the found documents. Reads the profile only if there are none. Documents exist only below a profile, so finding one
 * proves that the profile exists.
 */
export async function requireUserIfEmpty<T>(library: Pick<Library, 'user'>, found: T[]): Promise<T[]> {
  if (found.length === 0) await requireUser(library);
  return found;
}
