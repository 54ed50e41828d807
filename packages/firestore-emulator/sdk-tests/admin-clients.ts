import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { vi } from 'vitest';

import { startFirestore } from '#firestore/server/server.ts';

export interface AdminClients {
  /** A project of its own for each test, so that none sees what another left. */
  project(): Firestore;
  stop(): Promise<void>;
}

/** A server on a free port, and firebase-admin as a function would use it: pointed there by the environment. */
export async function startAdminClients(): Promise<AdminClients> {
  const server = await startFirestore({ host: '127.0.0.1', port: 0 });
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', `127.0.0.1:${server.port}`);
  // Otherwise the client asks the network whether it runs in Google's cloud.
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  const apps: App[] = [];
  return {
    project() {
      const name = `demo-${apps.length}`;
      const app = initializeApp({ projectId: name }, `${name}-${server.port}`);
      apps.push(app);
      return getFirestore(app);
    },
    async stop() {
      await Promise.all(apps.map(async (app) => getFirestore(app).terminate()));
      await Promise.all(apps.map(deleteApp));
      await server.stop();
      vi.unstubAllEnvs();
    },
  };
}
