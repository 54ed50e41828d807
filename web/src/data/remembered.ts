import type { FirebaseUser } from './session-state.ts';

/**
 * Who was here last and has not left: the library of theirs that this browser keeps shows while the identity provider is
 * still asked, which takes a trip to its server. It is no proof of anything, and nothing is asked of a server for it.
 */
export interface Remembered {
  readonly get: () => FirebaseUser | null;
  readonly set: (user: FirebaseUser | null) => void;
}

/** public/ahead.js and public/first-screen.js look for it too. */
const KEY = 'foldmark.member';

/** What they saw last, which goes with them. */
export const SCREEN_KEY = 'foldmark.first-screen';

export function rememberedIn(storage: () => Storage): Remembered {
  const get = (): FirebaseUser | null => {
    try {
      return readUser(JSON.parse(storage().getItem(KEY) ?? 'null'));
    } catch {
      // Storage is blocked, or holds something else.
      return null;
    }
  };
  return {
    get,
    set: (user) => {
      try {
        if (user?.uid !== get()?.uid) storage().removeItem(SCREEN_KEY);
        if (user === null) storage().removeItem(KEY);
        else storage().setItem(KEY, JSON.stringify(user));
      } catch {
        // Nobody is remembered then.
      }
    },
  };
}

function readUser(stored: unknown): FirebaseUser | null {
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('uid' in stored && 'email' in stored && 'emailVerified' in stored)) return null;
  const { uid, email, emailVerified } = stored;
  if (typeof uid !== 'string' || uid === '' || typeof emailVerified !== 'boolean') return null;
  return email === null || typeof email === 'string' ? { uid, email, emailVerified } : null;
}
