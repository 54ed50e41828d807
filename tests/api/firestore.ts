import { Firestore } from 'firebase-admin/firestore';
import { afterAll, inject } from 'vitest';

/** The documents as they are stored, behind the API's back. Closed when the test file ends. */
export function openFirestore(): Firestore {
  const { firestoreHost, projectId } = inject('suite');
  // The client looks here for an emulator, and there is no metadata server to ask for credentials.
  process.env['FIRESTORE_EMULATOR_HOST'] = firestoreHost;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const firestore = new Firestore({ projectId });
  afterAll(async () => firestore.terminate());
  return firestore;
}
