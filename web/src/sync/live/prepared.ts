import type { OpenLibrary } from '#web/sync/live/open-library.ts';

/** A library that was opened before it was known who is here. Nobody sees it until then. */
export interface Prepared {
  /** When it can be shown, or there is nothing to wait for. */
  readonly ready: Promise<void>;
  /** The library of whoever is here, if it is theirs that was prepared. It is given away once. */
  readonly take: (uid: string) => OpenLibrary | null;
  /** Nobody is here. */
  readonly drop: () => void;
}

export interface PreparedParts {
  /** Whose library is to be opened; null for nobody's. */
  readonly uid: string | null;
  /** `isWanted` says whether somebody has taken it. */
  readonly open: (uid: string, isWanted: Promise<boolean>) => Promise<OpenLibrary>;
  readonly report: (message: string, cause: unknown) => void;
}

/** Opens the library of whoever was here last while the app still starts: the replica is read in that time. */
export function prepareLibrary({ uid, open, report }: PreparedParts): Prepared {
  const decision = Promise.withResolvers<boolean>();
  let isDecided = false;
  let library: OpenLibrary | null = null;

  const decide = (isWanted: boolean): void => {
    isDecided = true;
    decision.resolve(isWanted);
  };

  async function prepare(): Promise<void> {
    if (uid === null) return;
    const opened = await open(uid, decision.promise);
    // Another one may have been opened meanwhile.
    if (isDecided) {
      await opened.close();
      return;
    }
    library = opened;
    await opened.restored;
  }

  const ready = prepare().catch((error: unknown) => {
    report('The library could not be prepared.', error);
  });

  /** Only the first who asks gets it, and only if it is theirs. */
  function give(who: string | null): OpenLibrary | null {
    if (isDecided) return null;
    const prepared = library;
    library = null;
    const isTheirs = prepared !== null && prepared.uid === who;
    decide(isTheirs);
    if (isTheirs) return prepared;
    prepared?.close().catch((error: unknown) => {
      report('The library that was prepared could not be closed.', error);
    });
    return null;
  }

  return {
    ready,
    take: give,
    drop: () => {
      give(null);
    },
  };
}
