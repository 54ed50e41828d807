import { type AuthUser, authUserSchema } from '@foldmark/contract/entities';
import * as z from 'zod/mini';

export function storedProfile(user: AuthUser): unknown {
  return z.encode(authUserSchema, user);
}

/** Null for what this version of the app did not write. */
export function readProfile(stored: unknown): AuthUser | null {
  const result = z.safeParse(authUserSchema, stored);
  return result.success ? result.data : null;
}
