import { REQUEST_MAX_BYTES } from '@foldmark/contract/limits';
import { expr, projectID } from 'firebase-functions/params';
import { onRequest } from 'firebase-functions/v2/https';
import { onSchedule } from 'firebase-functions/v2/scheduler';
import { onTaskDispatched } from 'firebase-functions/v2/tasks';

import { boundBodies } from '#functions/cloud/bounded-bodies.ts';
import { requestOf, send } from '#functions/cloud/http.ts';
import { cloudServices, REGION } from '#functions/cloud/services.ts';
import {
  actionAttempts,
  actionsAtOnce,
  botCheckSecret,
  deployedVersion,
  imageDeletionsAtOnce,
  openedAddresses,
  pageDetailsAtOnce,
  pageDetailsAttempts,
  snapshotsAtOnce,
  targetFunction,
} from '#functions/cloud/settings.ts';
import { handle } from '#functions/http/handle.ts';
import { handleProtocol } from '#functions/http/protocol.ts';
import { operations } from '#functions/operations/operations.ts';

import manifest from '../package.json' with { type: 'json' };

const services = cloudServices(deployedVersion() ?? manifest.version);

/**
 * Our own account, which has only the roles that deploy/README.md grants. The project's default account may do nearly everything.
 * The full address is needed: firebase-tools completes a short `foldmark-functions@` for the service, but not for the secret.
 */
const serviceAccount = expr`foldmark-functions@${projectID}.iam.gserviceaccount.com`;

if (targetFunction() === 'api') boundBodies(REQUEST_MAX_BYTES);

export const api = onRequest(
  {
    region: REGION,
    serviceAccount,
    invoker: 'public',
    // The app is on the same host, and no other site has a reason to call.
    cors: false,
    secrets: [botCheckSecret],
    // Listing the largest library takes 400 MB, and a user can request two lists at a time.
    memory: '1GiB',
    concurrency: 80,
    // Hosting closes the connection after a minute.
    timeoutSeconds: 60,
    // Limits the cost of a flood of calls.
    maxInstances: 20,
  },
  async (request, response) => {
    const asked = requestOf(request);
    const answer = await handleProtocol(asked, services);
    send(answer ?? (await handle(asked, operations, services)), response);
  },
);

/** Reads the page of a saved link and stores what it says, its icon and its picture, or the icon for all links of a site. */
export const pageDetails = onTaskDispatched(
  {
    region: REGION,
    serviceAccount,
    // Each task needs memory for a page of up to 1 MiB, its text and its parsed form, or for a picture of up to 2 MiB. One
    // picture at a time is decoded, which takes up to 150 MB.
    memory: '512MiB',
    concurrency: 20,
    // The task that collects the sites of an import of 200,000 links reads up to 2000 documents of up to 700 KB.
    timeoutSeconds: 120,
    maxInstances: 5,
    retryConfig: { maxAttempts: pageDetailsAttempts, minBackoffSeconds: 10, maxBackoffSeconds: 600 },
    // Limits the cost of stored icons (deploy/README.md).
    rateLimits: { maxConcurrentDispatches: pageDetailsAtOnce, maxDispatchesPerSecond: 50 },
  },
  async ({ data }) => {
    const { doPageTask } = await import('#functions/jobs/page-tasks.ts');
    const { publicFetcher } = await import('#functions/page-details/public-fetcher.ts');
    await doPageTask(data, services, publicFetcher(openedAddresses()));
  },
);

/** Options for tasks that the jobs of `housekeeping` take over after an hour of retries. */
const takenOver = {
  region: REGION,
  serviceAccount,
  memory: '512MiB',
  concurrency: 5,
  timeoutSeconds: 120,
  maxInstances: 2,
  retryConfig: { maxAttempts: 6, minBackoffSeconds: 10, maxBackoffSeconds: 600 },
} as const;

/** Deletes images that a commit removed from their links and folders. */
export const imageDeletions = onTaskDispatched(
  { ...takenOver, rateLimits: { maxConcurrentDispatches: imageDeletionsAtOnce } },
  async ({ data }) => {
    const { deleteImagesOfTask } = await import('#functions/jobs/delete-images.ts');
    await deleteImagesOfTask(data, services);
  },
);

/** Undoes, redoes or imports, or deletes a library, one part per task. Each task queues the next. */
export const actions = onTaskDispatched(
  {
    ...takenOver,
    // Planning a large import reads all its parts, and up to 200,000 links. The timeout is shorter than the time after which a
    // job takes over.
    timeoutSeconds: 240,
    retryConfig: { ...takenOver.retryConfig, maxAttempts: actionAttempts },
    rateLimits: { maxConcurrentDispatches: actionsAtOnce },
  },
  async ({ data }) => {
    const { doStep } = await import('#functions/jobs/do-step.ts');
    await doStep(data, services);
  },
);

/** Writes the snapshots that make the first start of a browser fast. */
export const snapshots = onTaskDispatched(
  {
    ...takenOver,
    // A library of 200,000 links and its text need this much memory.
    memory: '1GiB',
    concurrency: 1,
    timeoutSeconds: 300,
    // `housekeeping` queues a failed task again.
    retryConfig: { maxAttempts: 3, minBackoffSeconds: 10, maxBackoffSeconds: 600 },
    rateLimits: { maxConcurrentDispatches: snapshotsAtOnce },
  },
  async ({ data }) => {
    const { writeSnapshotOfTask } = await import('#functions/snapshots/write-snapshot.ts');
    await writeSnapshotOfTask(data, services);
  },
);

/** No retries: each run of a job continues the work of earlier runs, so a failed job waits for the next run. */
const scheduled = {
  region: REGION,
  serviceAccount,
  memory: '512MiB',
  concurrency: 1,
  maxInstances: 1,
  retryCount: 0,
} as const;

/** Completes work that failed half-way. The timeout is shorter than the interval, so runs do not overlap. */
export const housekeeping = onSchedule(
  { ...scheduled, schedule: 'every 10 minutes', timeoutSeconds: 540 },
  async () => {
    const { runJobs } = await import('#functions/jobs/run-jobs.ts');
    const { HOUSEKEEPING } = await import('#functions/jobs/jobs.ts');
    await runJobs(HOUSEKEEPING, services);
  },
);

/** Reads all libraries and images, and removes those without an owner. */
export const nightly = onSchedule(
  // A fixed time of day: 'every 24 hours' would drift and could skip the first of a month, when a job checks all images.
  { ...scheduled, schedule: '30 3 * * *', timeZone: 'UTC', timeoutSeconds: 1800 },
  async () => {
    const { runJobs } = await import('#functions/jobs/run-jobs.ts');
    const { NIGHTLY } = await import('#functions/jobs/jobs.ts');
    await runJobs(NIGHTLY, services);
  },
);
