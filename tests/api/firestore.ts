import { Firestore } from 'firebase-admin/firestore';
import { afterAll, inject } from 'vitest';

/** Opens Firestore directly, bypassing the API. Closes it when the test file ends. */
export function openFirestore(): Firestore {
  const { firestoreHost, projectId } = inject('suite');
  // The client reads both variables: the emulator's address, and that no metadata server exists.
  process.env['FIRESTORE_EMULATOR_HOST'] = firestoreHost;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const firestore = new Firestore({ projectId });
  afterAll(async () => firestore.terminate());
  return firestore;
}
