import { randomUUID } from 'node:crypto';

import type { Firestore } from 'firebase-admin/firestore';
import type { TaskQueue } from 'firebase-admin/functions';
import { error, info, warn } from 'firebase-functions/logger';

import { MemoryAllowance } from '#functions/allowance/memory-allowance.ts';
import { Rates } from '#functions/allowance/rates.ts';
import { UNMETERED } from '#functions/allowance/meter.ts';
import { errorFields, messageOf } from '#functions/errors/error-fields.ts';
import { firebaseClients, localOptions } from '#functions/cloud/firebase-clients.ts';
import { lazily } from '#functions/cloud/lazily.ts';
import {
  appCheckOn,
  awsEndpoint,
  botCheckSecret,
  botCheckWork,
  issuer,
  openedAddresses,
  orphanImagesMax,
  readsAMinute,
  uploadsAudience,
  uploadsBucket,
  uploadsIdentityPoolId,
  uploadsOrigin,
  uploadsPrefix,
  uploadsRoleArn,
} from '#functions/cloud/settings.ts';
import type { LeftoversStep } from '#functions/store/steps.ts';
import type { Accounts } from '#functions/services/accounts.ts';
import type { Uploads } from '#functions/services/images.ts';
import type { OAuthClients } from '#functions/services/oauth-clients.ts';
import type { AppCheck, BotCheck, Services } from '#functions/services/services.ts';

/** The region of all functions and queues. */
export const REGION = 'us-east1';
const PAGE_DETAILS_QUEUE = `locations/${REGION}/functions/pageDetails`;
const ACTIONS_QUEUE = `locations/${REGION}/functions/actions`;
const SNAPSHOTS_QUEUE = `locations/${REGION}/functions/snapshots`;
const IMAGE_DELETIONS_QUEUE = `locations/${REGION}/functions/imageDeletions`;

const UPLOADS_TIMEOUT_MS = 3000;
/**
 * The delays for the Lambda function that checks an upload. Usually it takes less than a second; its first call after a pause
 * takes longer. The local AWS emulator checks an upload before it answers, so it needs no delay.
 */
const UPLOADS_PAUSES_MS = [250, 500, 1000, 2000];

const now = () => new Date();

/** The services in the cloud and in the local suite. Heavy parts load on first use. */
export function cloudServices(version: string): Services {
  const firebase = firebaseClients();
  const pageDetails = firebase.taskQueue(PAGE_DETAILS_QUEUE);
  const actions = firebase.taskQueue(ACTIONS_QUEUE);
  const snapshots = firebase.taskQueue(SNAPSHOTS_QUEUE);
  const accounts = lazyAccounts(firebase.accounts);
  // The setting that limits no person limits no caller either.
  const rates = new Rates({ isOn: () => readsAMinute.value() > 0, now });
  const grants = lazyGrants(firebase.firestore, accounts);
  return {
    version,
    log: { info, warn, error },
    issuer,
    now,
    newId: randomUUID,
    appCheck: lazyAppCheck(firebase.appCheck),
    accounts,
    botCheck: lazyBotCheck(),
    allowance: new MemoryAllowance({ readsAMinute: () => readsAMinute.value(), now }),
    rates,
    uploads: lazyUploads(),
    ...libraryServices(firebase.firestore, {
      imageDeletions: firebase.taskQueue(IMAGE_DELETIONS_QUEUE),
      actions,
      snapshots,
    }),
    grants,
    oauthClients: lazyClients(rates),
    connections: lazyConnections(firebase.firestore, grants),
    readPageLater: async (job) => (await pageDetails()).enqueue(job),
    // Uses the queue of pages, because the limits for reading pages apply to icons too.
    fetchIconLater: async (step) => (await pageDetails()).enqueue(step),
    doStepLater: async (step) => (await actions()).enqueue(step),
    writeSnapshotLater: async (uid) => (await snapshots()).enqueue({ uid }),
    imageStore: lazyImageStore(),
    shrinkPicture: lazyShrinker(),
    orphanImagesMax,
  };
}

function lazyAppCheck(appCheck: () => Promise<AppCheck>): AppCheck {
  return {
    verify: async (token) => {
      if (appCheckOn.value()) await (await appCheck()).verify(token);
    },
  };
}

function lazyAccounts(accounts: () => Promise<Accounts>): Accounts {
  return {
    verify: async (token) => (await accounts()).verify(token),
    find: async (uid) => (await accounts()).find(uid),
    missing: async (uids) => (await accounts()).missing(uids),
    endEarlierSessions: async (caller) => (await accounts()).endEarlierSessions(caller),
    remove: async (uid) => (await accounts()).remove(uid),
  };
}

function lazyGrants(firestore: () => Promise<Firestore>, accounts: Accounts): Services['grants'] {
  const grants = lazily(async () => {
    const { grantsOf } = await import('#functions/grants/grants.ts');
    return grantsOf({ firestore, accounts, now, log: { info, warn, error } });
  });
  return async (meter = UNMETERED) => (await grants())(meter);
}

function lazyClients(rates: Rates): OAuthClients {
  const clients = lazily(async () => {
    const { oauthClients } = await import('#functions/oauth/clients.ts');
    const { ClientDocuments } = await import('#functions/oauth/client-documents.ts');
    const { publicFetcher } = await import('#functions/page-details/public-fetcher.ts');
    const opened = openedAddresses();
    const documents = new ClientDocuments({ fetcher: publicFetcher(opened), openHosts: opened, rates, now });
    return oauthClients({ secret: botCheckSecret.value(), documents });
  });
  return {
    find: async (clientId) => (await clients()).find(clientId),
    register: async (registration) => (await clients()).register(registration),
  };
}

function lazyConnections(
  firestore: () => Promise<Firestore>,
  grants: Services['grants'],
): Services['connections'] {
  const connections = lazily(async () => {
    const { connectionsOf } = await import('#functions/oauth/connections.ts');
    return connectionsOf({ firestore, grants, now, newId: randomUUID, secret: botCheckSecret.value() });
  });
  return async (meter = UNMETERED) => (await connections())(meter);
}

function lazyBotCheck(): BotCheck {
  const botCheck = lazily(async () => {
    const { altchaBotCheck } = await import('#functions/bot-check/altcha-bot-check.ts');
    return altchaBotCheck({ secret: botCheckSecret.value(), work: botCheckWork.value(), now });
  });
  return {
    challenge: async () => (await botCheck()).challenge(),
    verify: async (solution) => (await botCheck()).verify(solution),
  };
}

function lazyUploads(): Uploads {
  const uploads = lazily(async () => {
    const { s3Uploads } = await import('#functions/uploads/s3-uploads.ts');
    return s3Uploads({
      bucket: uploadsBucket.value(),
      prefix: uploadsPrefix.value(),
      origin: uploadsOrigin(),
      timeoutMs: UPLOADS_TIMEOUT_MS,
      pausesMs: awsEndpoint() === undefined ? UPLOADS_PAUSES_MS : [],
    });
  });
  return {
    hasImage: async (kind, bucket, key) => (await uploads()).hasImage(kind, bucket, key),
    acceptsKey: async (key) => (await uploads()).acceptsKey(key),
  };
}

function lazyImageStore(): Services['imageStore'] {
  return lazily(async () => {
    const { cloudImages } = await import('#functions/cloud/cloud-images.ts');
    return cloudImages({
      bucket: uploadsBucket.value(),
      prefix: uploadsPrefix.value(),
      identityPoolId: uploadsIdentityPoolId.value(),
      role: uploadsRoleArn.value(),
      audience: uploadsAudience.value(),
      endpoint: awsEndpoint(),
      localAccount: localOptions()?.serviceAccountId,
      now,
    });
  });
}

function lazyShrinker(): Services['shrinkPicture'] {
  const shrinker = lazily(async () => {
    const { pictureShrinker } = await import('#functions/page-details/shrink-picture.ts');
    // In the bundle, all files are in one folder.
    return pictureShrinker(new URL('picture-worker.js', import.meta.url));
  });
  return async (bytes) => (await shrinker())(bytes);
}

function libraryServices(
  firestore: () => Promise<Firestore>,
  queues: Readonly<Record<'imageDeletions' | 'actions' | 'snapshots', () => Promise<TaskQueue>>>,
): Pick<Services, 'library' | 'libraries' | 'snapshots' | 'copySource' | 'imageDeletions'> {
  const after = {
    onImageDeletions: async (ids: readonly string[]) =>
      enqueue(queues.imageDeletions, { ids }, 'image deletions'),
    onLeftovers: async (step: LeftoversStep) => enqueue(queues.actions, step, 'actions'),
  };
  return {
    library: async (uid, meter = UNMETERED, mark = null, author = null) => {
      const { FirestoreLibrary } = await import('#functions/store/firestore-library.ts');
      const onSnapshotDue = async () => enqueue(queues.snapshots, { uid }, 'snapshots');
      const parts = { firestore: await firestore(), uid, now, meter, mark, author, ...after };
      return new FirestoreLibrary({ ...parts, onSnapshotDue });
    },
    libraries: async () => {
      const { Libraries } = await import('#functions/store/libraries.ts');
      return new Libraries(await firestore(), now);
    },
    snapshots: async (uid, meter = UNMETERED) => {
      const { FirestoreSnapshots } = await import('#functions/store/snapshots/firestore-snapshots.ts');
      return new FirestoreSnapshots({ firestore: await firestore(), uid, now, meter });
    },
    copySource: async (uid, meter = UNMETERED) => {
      const { FirestoreCopySource } = await import('#functions/store/firestore-copy-source.ts');
      return new FirestoreCopySource({ firestore: await firestore(), uid, now, meter, report: logError });
    },
    imageDeletions: async () => {
      const { ImageDeletions } = await import('#functions/store/image-deletions.ts');
      return new ImageDeletions(await firestore(), now);
    },
  };
}

function logError(message: string, cause: unknown): void {
  error(message, errorFields(cause));
}

/** The task belongs to a committed request. If the queue fails, a job of `housekeeping` finds the request a few minutes later. */
async function enqueue(queue: () => Promise<TaskQueue>, task: object, what: string): Promise<void> {
  try {
    await (await queue()).enqueue(task);
  } catch (cause) {
    warn(`the ${what} queue rejected a task`, { error: messageOf(cause) });
  }
}
