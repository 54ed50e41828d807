import { UNMETERED } from '#functions/allowance/meter.ts';
import { CounterDocument } from '#functions/store/counter-document.ts';
import { ImportDocuments } from '#functions/store/import-documents.ts';
import { LeftoversDocument } from '#functions/store/leftovers-document.ts';
import type { PlainDocuments } from '#functions/store/plain-documents.ts';
import type { Library, LibraryTransaction } from '#functions/store/library.ts';
import type { Snapshots } from '#functions/store/snapshots/snapshots.ts';
import type { Connections } from '#functions/services/connections.ts';
import type { Grants } from '#functions/services/grants.ts';
import type { ImageStore } from '#functions/services/images.ts';
import type { Services } from '#functions/services/services.ts';

async function unexpected(): Promise<never> {
  throw new Error('The test did not expect this call.');
}

function unexpectedSync(): never {
  throw new Error('The test did not expect this call.');
}

function ignore(): void {}

const NO_ACCOUNTS = {
  verify: unexpected,
  find: unexpected,
  missing: unexpected,
  endEarlierSessions: unexpected,
  remove: unexpected,
};

export const NO_DOCUMENTS: PlainDocuments = {
  uid: 'u1',
  now: new Date(0),
  read: unexpected,
  set: unexpectedSync,
  update: unexpectedSync,
  delete: unexpectedSync,
};

interface Deps extends Partial<Omit<Services, 'accounts'>> {
  readonly accounts?: Partial<Services['accounts']>;
}

export function noLibrary(parts: Partial<Library>): Library {
  return {
    user: unexpected,
    get: unexpected,
    list: unexpected,
    linkUrls: unexpectedSync,
    transaction: unexpected,
    createProfile: unexpected,
    deletion: {
      begin: unexpected,
      beginTry: unexpected,
      beginNext: unexpected,
      destroy: unexpectedSync,
      end: unexpected,
    },
    ...parts,
  };
}

export function noTransaction(parts: Partial<LibraryTransaction>): LibraryTransaction {
  return {
    now: new Date(0),
    user: unexpected,
    get: unexpected,
    peek: unexpectedSync,
    find: unexpected,
    known: unexpectedSync,
    isImageBeingDeleted: unexpected,
    claimImage: unexpected,
    put: unexpectedSync,
    change: unexpectedSync,
    tombstone: unexpectedSync,
    changeUser: unexpectedSync,
    isCreated: unexpectedSync,
    removed: unexpectedSync,
    assumeMissing: unexpectedSync,
    edits: unexpectedSync,
    hasFound: false,
    author: null,
    action: unexpected,
    actionsOfApp: unexpected,
    actionPart: unexpected,
    putAction: unexpectedSync,
    retryAction: unexpectedSync,
    putActionPart: unexpectedSync,
    counters: new CounterDocument(NO_DOCUMENTS),
    imports: new ImportDocuments(NO_DOCUMENTS),
    leftovers: new LeftoversDocument(NO_DOCUMENTS, unexpected),
    ...parts,
  };
}

export function noGrants(parts: Partial<Grants>): Grants {
  return {
    check: unexpected,
    create: unexpected,
    list: unexpected,
    find: unexpected,
    revoke: unexpected,
    revokeBefore: unexpected,
    ...parts,
  };
}

export function noConnections(parts: Partial<Connections>): Connections {
  return {
    approve: unexpected,
    offer: unexpected,
    device: unexpected,
    decide: unexpected,
    redeem: unexpected,
    poll: unexpected,
    refresh: unexpected,
    revoke: unexpected,
    ...parts,
  };
}

export function noImageStore(parts: Partial<ImageStore>): ImageStore {
  return {
    grant: unexpected,
    storeIcon: unexpected,
    storePicture: unexpected,
    owns: unexpectedSync,
    remove: unexpected,
    list: unexpectedSync,
    ...parts,
  };
}

export function noSnapshots(parts: Partial<Snapshots>): Snapshots {
  return {
    hasEnoughLinks: unexpected,
    ask: unexpected,
    begin: unexpected,
    read: unexpected,
    write: unexpected,
    giveUp: unexpected,
    ...parts,
  };
}

/** Services whose calls fail unless the test replaces them. */
export function noServices({ accounts, ...deps }: Deps): Services {
  return {
    version: '1.2.3',
    log: { info: ignore, warn: ignore, error: ignore },
    issuer: () => 'https://foldmark.example',
    now: () => new Date(0),
    newId: unexpectedSync,
    appCheck: { verify: async () => undefined },
    accounts: { ...NO_ACCOUNTS, ...accounts },
    botCheck: { challenge: unexpected, verify: unexpected },
    allowance: { begin: () => UNMETERED },
    rates: { count: ignore },
    uploads: { hasImage: unexpected, acceptsKey: unexpected },
    library: unexpected,
    grants: unexpected,
    oauthClients: { find: unexpected, register: unexpected },
    connections: unexpected,
    libraries: unexpected,
    snapshots: unexpected,
    copySource: unexpected,
    imageDeletions: unexpected,
    readPageLater: unexpected,
    doStepLater: unexpected,
    fetchIconLater: unexpected,
    writeSnapshotLater: unexpected,
    imageStore: unexpected,
    shrinkPicture: unexpected,
    orphanImagesMax: () => 100,
    ...deps,
  };
}
