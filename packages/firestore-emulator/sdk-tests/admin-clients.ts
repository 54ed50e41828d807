import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { vi } from 'vitest';

import { startFirestore } from '#firestore/server/server.ts';

export interface AdminClients {
  /** Returns a client for a new project, so that tests don't share data. */
  project(): Firestore;
  stop(): Promise<void>;
}

/** Starts a server on a free port. As in a Cloud Function, an environment variable points firebase-admin to it. */
export async function startAdminClients(): Promise<AdminClients> {
  const server = await startFirestore({ host: '127.0.0.1', port: 0 });
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', `127.0.0.1:${server.port}`);
  // Otherwise the client probes the network for Google's metadata server.
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
