import { readUser } from './read-user.ts';
import type { FirebaseUser } from './session-state.ts';

/**
 * The last signed-in user, cleared by signing out. With it, the stored library shows before the identity provider has
 * answered, which takes a request to its server. It proves nothing: no server is called before the provider answers.
 */
export interface StoredUser {
  readonly get: () => FirebaseUser | null;
  readonly set: (user: FirebaseUser | null) => void;
}

/** Also read by public/first-screen.js. */
const KEY = 'foldmark.member';

/** The localStorage keys with data of that user. Removed when the user signs out or another user signs in. */
export const PERSONAL_KEYS = {
  /** The first-paint snapshot. */
  screen: 'foldmark.first-screen',
  /** The expanded folders of the tree. */
  tree: 'foldmark.tree',
  /** The orders of lists. */
  orders: 'foldmark.orders',
  /** Whether lists show rows or cards. */
  looks: 'foldmark.looks',
  /** The last export from this browser. */
  export: 'foldmark.last-export',
  /** The links and folders that were opened last. */
  recent: 'foldmark.recent',
  /** The import of the sample library. */
  sample: 'foldmark.sample',
} as const;

/** A function, because reading `localStorage` throws in a browser that blocks storage. */
export type PersonalStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function storedUserIn(storage: PersonalStorage): StoredUser {
  const get = (): FirebaseUser | null => {
    try {
      return readUser(JSON.parse(storage().getItem(KEY) ?? 'null'));
    } catch {
      // Storage is blocked, or the value is not JSON.
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
        // Storage is blocked: no user is stored.
      }
    },
  };
}

type PersonalKey = (typeof PERSONAL_KEYS)[keyof typeof PERSONAL_KEYS];

/** The JSON object of one of a user's keys. Empty if another user has stored it: ids repeat between users. */
export function readPersonal(storage: PersonalStorage, uid: string, key: PersonalKey): object {
  try {
    const saved: unknown = JSON.parse(storage().getItem(key) ?? 'null');
    return typeof saved === 'object' && saved !== null && Reflect.get(saved, 'uid') === uid ? saved : {};
  } catch {
    // Storage is blocked or its content is invalid.
    return {};
  }
}

/**
 * Writes one of a user's keys, unless the user has signed out, possibly in another tab: data that this tab still shows must
 * not be stored again.
 */
export function writePersonal(storage: PersonalStorage, uid: string, key: PersonalKey, text: string): void {
  if (storedUserIn(storage).get()?.uid !== uid) return;
  try {
    storage().setItem(key, text);
  } catch {
    // Storage is blocked or full: the next start works without this key.
  }
}
