import { randomUUID } from 'node:crypto';

import type { AppOptions } from 'firebase-admin/app';
import { error, info, warn } from 'firebase-functions/logger';

import { MemoryAllowance } from '#functions/allowance/memory-allowance.ts';
import { UNMETERED } from '#functions/allowance/meter.ts';
import { lazily } from '#functions/cloud/lazily.ts';
import {
  appCheckOn,
  awsEndpoint,
  botCheckSecret,
  botCheckWork,
  readsAMinute,
  uploadsAudience,
  uploadsBucket,
  uploadsIdentityPoolId,
  uploadsOrigin,
  uploadsPrefix,
  uploadsRoleArn,
} from '#functions/cloud/settings.ts';
import type { Services } from '#functions/services/services.ts';

/** Where all functions run, and so where the queue is. */
export const REGION = 'us-east1';
const PAGE_DETAILS_QUEUE = `locations/${REGION}/functions/pageDetails`;
const IMAGE_DELETIONS_QUEUE = `locations/${REGION}/functions/imageDeletions`;

const UPLOADS_TIMEOUT_MS = 3000;
/** Lambda usually takes a part of a second; the first call of a quiet day takes longer. The local guard is never late. */
const UPLOADS_PAUSES_MS = [250, 500, 1000, 2000];

const now = () => new Date();

/**
 * Whom the functions run as is known to the metadata server. There is none on a person's machine, where the request can
 * take seconds to fail.
 */
function localOptions(): Required<Pick<AppOptions, 'projectId' | 'serviceAccountId'>> | undefined {
  const { FUNCTIONS_EMULATOR, GCLOUD_PROJECT } = process.env;
  if (FUNCTIONS_EMULATOR !== 'true' || GCLOUD_PROJECT === undefined) return undefined;
  return { projectId: GCLOUD_PROJECT, serviceAccountId: `local@${GCLOUD_PROJECT}.iam.gserviceaccount.com` };
}

/** The world as it is in the cloud and in the emulators. Whatever is heavy loads when it is first used. */
export function cloudServices(version: string): Services {
  const app = lazily(async () => {
    const { initializeApp } = await import('firebase-admin/app');
    return initializeApp(localOptions());
  });
  const appCheck = lazily(async () => {
    const { getAppCheck } = await import('firebase-admin/app-check');
    const { firebaseAppCheck } = await import('#functions/cloud/firebase-app-check.ts');
    return firebaseAppCheck(getAppCheck(await app()));
  });
  const accounts = lazily(async () => {
    const { getAuth } = await import('firebase-admin/auth');
    const { firebaseAccounts } = await import('#functions/cloud/firebase-accounts.ts');
    return firebaseAccounts(getAuth(await app()));
  });
  const firestore = lazily(async () => {
    const { getFirestore } = await import('firebase-admin/firestore');
    return getFirestore(await app());
  });
  const botCheck = lazily(async () => {
    const { altchaBotCheck } = await import('#functions/bot-check/altcha-bot-check.ts');
    return altchaBotCheck({ secret: botCheckSecret.value(), work: botCheckWork.value(), now });
  });
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
  const images = lazily(async () => {
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
  const queue = (name: string) =>
    lazily(async () => {
      const { getFunctions } = await import('firebase-admin/functions');
      return getFunctions(await app()).taskQueue(name);
    });
  const pageDetails = queue(PAGE_DETAILS_QUEUE);
  const imageDeletions = queue(IMAGE_DELETIONS_QUEUE);
  /** What is asked for is committed, so a queue that is down costs it a few minutes: a job looks for it. */
  const deleteImagesLater = async (ids: readonly string[]): Promise<void> => {
    try {
      await (await imageDeletions()).enqueue({ ids });
    } catch (cause) {
      warn('the queue of image deletions took no task', {
        error: cause instanceof Error ? cause.message : String(cause),
      });
    }
  };
  return {
    version,
    log: { info, warn, error },
    now,
    newId: randomUUID,
    appCheck: {
      verify: async (token) => {
        if (appCheckOn.value()) await (await appCheck()).verify(token);
      },
    },
    accounts: {
      verify: async (token) => (await accounts()).verify(token),
      find: async (uid) => (await accounts()).find(uid),
      missing: async (uids) => (await accounts()).missing(uids),
      endEarlierSessions: async (caller) => (await accounts()).endEarlierSessions(caller),
      remove: async (uid) => (await accounts()).remove(uid),
    },
    botCheck: {
      challenge: async () => (await botCheck()).challenge(),
      verify: async (solution) => (await botCheck()).verify(solution),
    },
    allowance: new MemoryAllowance({ readsAMinute: () => readsAMinute.value(), now }),
    uploads: {
      hasImage: async (kind, bucket, key) => (await uploads()).hasImage(kind, bucket, key),
      acceptsKey: async (key) => (await uploads()).acceptsKey(key),
    },
    library: async (uid, meter = UNMETERED) => {
      const { FirestoreLibrary } = await import('#functions/library/firestore-library.ts');
      return new FirestoreLibrary({
        firestore: await firestore(),
        uid,
        now,
        meter,
        onImageDeletions: deleteImagesLater,
      });
    },
    libraries: async () => {
      const { FirestoreLibraries } = await import('#functions/library/firestore-libraries.ts');
      return new FirestoreLibraries(await firestore());
    },
    imageDeletions: async () => {
      const { FirestoreImageDeletions } = await import('#functions/library/image-deletions.ts');
      return new FirestoreImageDeletions(await firestore(), now);
    },
    readPageLater: async (job) => (await pageDetails()).enqueue(job),
    imageStore: images,
  };
}
