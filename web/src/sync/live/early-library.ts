import type { OpenLibrary } from '#web/sync/live/open-library.ts';

/** The library of the stored user, opened before the identity provider has answered. It stays hidden until then. */
export interface EarlyLibrary {
  /** Resolves when the library can be shown, or when there is none to wait for. */
  readonly ready: Promise<void>;
  /** Returns the library once if it belongs to this user. Otherwise closes it. */
  readonly take: (uid: string) => OpenLibrary | null;
  /** Closes the library, because the user is signed out. */
  readonly drop: () => void;
}

export interface EarlyLibraryDeps {
  /** The expected user, or null for none. */
  readonly uid: Promise<string | null>;
  /** `isTaken` resolves with true if the app takes the library, which means that the user is signed in. */
  readonly open: (uid: string, isTaken: Promise<boolean>) => Promise<OpenLibrary>;
  readonly report: (message: string, cause: unknown) => void;
}

/** Opens the stored user's library while the app starts, so that reading the replica costs no extra time. */
export function openEarlyLibrary({ uid, open, report }: EarlyLibraryDeps): EarlyLibrary {
  const decision = Promise.withResolvers<boolean>();
  let isDecided = false;
  let library: OpenLibrary | null = null;

  const decide = (isTaken: boolean): void => {
    isDecided = true;
    decision.resolve(isTaken);
  };

  async function openEarly(): Promise<void> {
    const expected = await uid;
    if (expected === null || isDecided) return;
    const opened = await open(expected, decision.promise);
    // Too late: the page has opened another library or none.
    if (isDecided) {
      await opened.close();
      return;
    }
    library = opened;
    await opened.restored;
  }

  const ready = openEarly().catch((error: unknown) => {
    report('The stored library could not be opened early.', error);
  });

  /** Only the first call can get the library. */
  function takeFor(signedIn: string | null): OpenLibrary | null {
    if (isDecided) return null;
    const opened = library;
    library = null;
    const isTaken = opened !== null && opened.uid === signedIn;
    decide(isTaken);
    if (isTaken) return opened;
    opened?.close().catch((error: unknown) => {
      report('The library that was opened early could not be closed.', error);
    });
    return null;
  }

  return {
    ready,
    take: takeFor,
    drop: () => {
      takeFor(null);
    },
  };
}
