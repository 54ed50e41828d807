import { type AuthUser, authUserSchema } from '@foldmark/library/entities/entities';
import * as z from 'zod/mini';

export function storedProfile(user: AuthUser): unknown {
  return z.encode(authUserSchema, user);
}

/** Returns null for a profile that this version of the app cannot read. */
export function readProfile(stored: unknown): AuthUser | null {
  const result = z.safeParse(authUserSchema, stored);
  return result.success ? result.data : null;
}
