import type { FirebaseUser } from './session-state.ts';

/** Null if the value has no user. */
export function readUser(stored: unknown): FirebaseUser | null {
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('uid' in stored && 'email' in stored && 'emailVerified' in stored)) return null;
  const { uid, email, emailVerified } = stored;
  if (typeof uid !== 'string' || uid === '' || typeof emailVerified !== 'boolean') return null;
  if (email !== null && typeof email !== 'string') return null;
  const mustChoose = 'mustChoose' in stored && stored.mustChoose === true;
  return { uid, email, emailVerified, ...(mustChoose ? { mustChoose } : {}) };
}
