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

/** What this browser's localStorage keeps of that person. It is removed when they sign out or another person signs in. */
export const PERSONAL_KEYS = {
  /** The list as they saw it last. */
  screen: 'foldmark.first-screen',
  /** Which folders of the tree are expanded. */
  tree: 'foldmark.tree',
} as const;

/** A function, since a browser that blocks storage throws when it is asked for it. */
export type PersonalStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function rememberedIn(storage: PersonalStorage): Remembered {
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
        if (user === null || user.uid !== get()?.uid) {
          for (const key of Object.values(PERSONAL_KEYS)) storage().removeItem(key);
        }
        if (user === null) storage().removeItem(KEY);
        else storage().setItem(KEY, JSON.stringify(user));
      } catch {
        // Nobody is remembered then.
      }
    },
  };
}

/**
 * Writes one of a person's keys. Does nothing after that person has signed out, which another tab may have done: what this
 * tab still shows must not be stored again.
 */
export function writePersonal(
  storage: PersonalStorage,
  uid: string,
  key: (typeof PERSONAL_KEYS)[keyof typeof PERSONAL_KEYS],
  text: string,
): void {
  if (rememberedIn(storage).get()?.uid !== uid) return;
  try {
    storage().setItem(key, text);
  } catch {
    // Storage is blocked or full: the next start does without it.
  }
}

function readUser(stored: unknown): FirebaseUser | null {
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('uid' in stored && 'email' in stored && 'emailVerified' in stored)) return null;
  const { uid, email, emailVerified } = stored;
  if (typeof uid !== 'string' || uid === '' || typeof emailVerified !== 'boolean') return null;
  if (email !== null && typeof email !== 'string') return null;
  const mustChoose = 'mustChoose' in stored && stored.mustChoose === true;
  return { uid, email, emailVerified, ...(mustChoose ? { mustChoose } : {}) };
}
