import { UNMETERED } from '#functions/allowance/meter.ts';
import type { Library } from '#functions/library/library.ts';
import type { ImageStore } from '#functions/services/images.ts';
import type { Services } from '#functions/services/services.ts';

async function notHere(): Promise<never> {
  throw new Error('No test comes here.');
}

function notHereAtOnce(): never {
  throw new Error('No test comes here.');
}

function ignore(): void {}

const NO_ACCOUNTS = {
  verify: notHere,
  find: notHere,
  missing: notHere,
  endEarlierSessions: notHere,
  remove: notHere,
};

interface Parts extends Partial<Omit<Services, 'accounts'>> {
  readonly accounts?: Partial<Services['accounts']>;
}

export function noLibrary(parts: Partial<Library>): Library {
  return {
    user: notHere,
    get: notHere,
    list: notHere,
    transaction: notHere,
    createProfile: notHere,
    destroy: notHere,
    markDestroyed: notHere,
    ...parts,
  };
}

export function noImageStore(parts: Partial<ImageStore>): ImageStore {
  return {
    grant: notHere,
    storeIcon: notHere,
    owns: notHereAtOnce,
    remove: notHere,
    list: notHereAtOnce,
    ...parts,
  };
}

/** Services without anything behind them, for tests that bring what they need. */
export function noServices({ accounts, ...parts }: Parts): Services {
  return {
    version: '1.2.3',
    log: { info: ignore, warn: ignore, error: ignore },
    now: () => new Date(0),
    newId: notHereAtOnce,
    appCheck: { verify: async () => undefined },
    accounts: { ...NO_ACCOUNTS, ...accounts },
    botCheck: { challenge: notHere, verify: notHere },
    allowance: { begin: () => UNMETERED },
    uploads: { hasImage: notHere, acceptsKey: notHere },
    library: notHere,
    libraries: notHere,
    imageDeletions: notHere,
    readPageLater: notHere,
    imageStore: notHere,
    ...parts,
  };
}
