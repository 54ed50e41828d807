import type { OpenLibrary } from '#web/data/live/open-library.ts';

/** A library that was opened before it was known who is here. Nobody sees it until then. */
export interface Prepared {
  /** The library of whoever is here, if it is theirs that was prepared. It is given away once. */
  readonly take: (uid: string) => OpenLibrary | null;
  /** Nobody is here. */
  readonly drop: () => void;
}

export interface PreparedParts {
  /** Whose library this browser keeps; null for nobody's or several. */
  readonly findUid: () => Promise<string | null>;
  /** `isHere` says whether it turned out to be theirs. */
  readonly open: (uid: string, isHere: Promise<boolean>) => Promise<OpenLibrary>;
  readonly report: (message: string, cause: unknown) => void;
}

/**
 * Opens the library of whoever was here last, while the identity provider is still asked whether they are here now: the
 * replica is read in that time.
 */
export function prepareLibrary({ findUid, open, report }: PreparedParts): Prepared {
  const decision = Promise.withResolvers<boolean>();
  let isDecided = false;
  let library: OpenLibrary | null = null;

  const decide = (isHere: boolean): void => {
    isDecided = true;
    decision.resolve(isHere);
  };

  async function prepare(): Promise<void> {
    const uid = await findUid();
    if (uid === null || isDecided) return;
    const opened = await open(uid, decision.promise);
    // Another one may have been opened meanwhile.
    if (isDecided) await opened.close();
    else library = opened;
  }

  prepare().catch((error: unknown) => {
    report('The library could not be prepared.', error);
  });

  /** Only the first who asks gets it, and only if it is theirs. */
  function give(uid: string | null): OpenLibrary | null {
    if (isDecided) return null;
    const prepared = library;
    library = null;
    const isTheirs = prepared !== null && prepared.uid === uid;
    decide(isTheirs);
    if (isTheirs) return prepared;
    prepared?.close().catch((error: unknown) => {
      report('The library that was prepared could not be closed.', error);
    });
    return null;
  }

  return {
    take: give,
    drop: () => {
      give(null);
    },
  };
}
