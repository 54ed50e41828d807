import { urlOf } from '#web/sync/feed/address.ts';
import { fetchSnapshot, type SnapshotPlace } from '#web/sync/snapshot/fetch-snapshot.ts';
import type { SnapshotRequest } from '#web/sync/snapshot/snapshot-answer.ts';

import { environmentOf } from './environment.ts';
import { findLocalServices } from './local-services.ts';

const environment = environmentOf(location.hostname);
// Asked for at once: the request of the page needs it.
const place = findPlace();

addEventListener('message', ({ data }: MessageEvent<SnapshotRequest>) => {
  void answer(data);
});

async function answer(request: SnapshotRequest): Promise<void> {
  // public/ahead.js has no token of App Check: the page asks again.
  const isComplete = environment.appCheckSiteKey === null || typeof request.appToken === 'string';
  postMessage(isComplete ? await fetchSnapshot(place, request) : null);
}

async function findPlace(): Promise<SnapshotPlace> {
  const { name, firebase } = environment;
  if (name !== 'local') return { baseUrl: 'https://firestore.googleapis.com', projectId: firebase.projectId };
  const { firestore, projectId } = await findLocalServices(fetch);
  return { baseUrl: urlOf(firestore), projectId };
}
