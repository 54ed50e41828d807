import type { App, AppOptions } from 'firebase-admin/app';
import type { Firestore } from 'firebase-admin/firestore';
import type { TaskQueue } from 'firebase-admin/functions';

import { lazily } from '#functions/cloud/lazily.ts';
import type { Accounts } from '#functions/services/accounts.ts';
import type { AppCheck } from '#functions/services/services.ts';

export interface FirebaseClients {
  readonly appCheck: () => Promise<AppCheck>;
  readonly accounts: () => Promise<Accounts>;
  readonly firestore: () => Promise<Firestore>;
  readonly taskQueue: (name: string) => () => Promise<TaskQueue>;
}

/** The clients of firebase-admin. Each loads its part of the SDK on first use. */
export function firebaseClients(): FirebaseClients {
  const app = lazily<App>(async () => {
    const { initializeApp } = await import('firebase-admin/app');
    return initializeApp(localOptions());
  });
  return {
    appCheck: lazily(async () => {
      const { getAppCheck } = await import('firebase-admin/app-check');
      const { firebaseAppCheck } = await import('#functions/cloud/firebase-app-check.ts');
      return firebaseAppCheck(getAppCheck(await app()));
    }),
    accounts: lazily(async () => {
      const { getAuth } = await import('firebase-admin/auth');
      const { firebaseAccounts } = await import('#functions/cloud/firebase-accounts.ts');
      return firebaseAccounts(getAuth(await app()));
    }),
    firestore: lazily(async () => {
      const { getFirestore } = await import('firebase-admin/firestore');
      return getFirestore(await app());
    }),
    taskQueue: (name) =>
      lazily(async () => {
        const { getFunctions } = await import('firebase-admin/functions');
        return getFunctions(await app()).taskQueue(name);
      }),
  };
}

/**
 * The project and the service account in the local suite; undefined in the cloud, where the metadata server knows both.
 * A developer's machine has no metadata server, and a request to it can take seconds to fail.
 */
export function localOptions(): Required<Pick<AppOptions, 'projectId' | 'serviceAccountId'>> | undefined {
  const { FUNCTIONS_EMULATOR, GCLOUD_PROJECT } = process.env;
  if (FUNCTIONS_EMULATOR !== 'true' || GCLOUD_PROJECT === undefined) return undefined;
  return { projectId: GCLOUD_PROJECT, serviceAccountId: `local@${GCLOUD_PROJECT}.iam.gserviceaccount.com` };
}
