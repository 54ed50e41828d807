import type { StoredUser } from '@foldmark/contract/stored';

import { Failure } from '#functions/errors/failure.ts';
import type { Library } from '#functions/library/library.ts';

export async function requireUser(library: Pick<Library, 'user'>): Promise<StoredUser> {
  const user = await library.user();
  if (user === null) throw new Failure('noProfile');
  return user;
}

/**
 * Where there are documents there is a profile, because only a profile brings them about. So the profile is read only
 * where nothing else was.
 */
export async function orNoProfile<T>(library: Pick<Library, 'user'>, found: T[]): Promise<T[]> {
  if (found.length === 0) await requireUser(library);
  return found;
}
