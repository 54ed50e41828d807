import { REQUEST_MAX_BYTES } from '@foldmark/contract/limits';
import { expr, projectID } from 'firebase-functions/params';
import { onRequest } from 'firebase-functions/v2/https';
import { onSchedule } from 'firebase-functions/v2/scheduler';
import { onTaskDispatched } from 'firebase-functions/v2/tasks';

import { boundBodies } from '#functions/cloud/bounded-bodies.ts';
import { requestOf, send } from '#functions/cloud/http.ts';
import { cloudServices, REGION } from '#functions/cloud/services.ts';
import {
  botCheckSecret,
  deployedVersion,
  imageDeletionsAtOnce,
  pageDetailsAtOnce,
  pageDetailsAttempts,
  pageDetailsOpen,
  targetFunction,
} from '#functions/cloud/settings.ts';
import { handle } from '#functions/http/handle.ts';
import { operations } from '#functions/operations/operations.ts';

import manifest from '../package.json' with { type: 'json' };

const services = cloudServices(deployedVersion() ?? manifest.version);

/**
 * An account of their own, which may do what deploy/README.md grants it; the project's default one may do nearly all.
 * firebase-tools completes a short `foldmark-functions@` for the service alone, and not where it grants the secret.
 */
const serviceAccount = expr`foldmark-functions@${projectID}.iam.gserviceaccount.com`;

if (targetFunction() === 'api') boundBodies(REQUEST_MAX_BYTES);

export const api = onRequest(
  {
    region: REGION,
    serviceAccount,
    invoker: 'public',
    // The page comes from the same host, and nobody else's page has a reason to call.
    cors: false,
    secrets: [botCheckSecret],
    // The list of the largest library takes 400 MB, and its owner can ask for two at a time.
    memory: '1GiB',
    concurrency: 80,
    // Hosting hangs up after a minute.
    timeoutSeconds: 60,
    // A ceiling on what a flood of calls can cost.
    maxInstances: 20,
  },
  async (request, response) => {
    send(await handle(requestOf(request), operations, services), response);
  },
);

/** Reads the page of a link that was saved, with title and icon for it. */
export const pageDetails = onTaskDispatched(
  {
    region: REGION,
    serviceAccount,
    // Each job holds a page of up to 1 MiB, its text and what is parsed of it.
    memory: '512MiB',
    concurrency: 20,
    timeoutSeconds: 60,
    maxInstances: 5,
    retryConfig: { maxAttempts: pageDetailsAttempts, minBackoffSeconds: 10, maxBackoffSeconds: 600 },
    // What stored icons can cost (deploy/README.md).
    rateLimits: { maxConcurrentDispatches: pageDetailsAtOnce, maxDispatchesPerSecond: 50 },
  },
  async ({ data }) => {
    const { fillInPageDetails } = await import('#functions/page-details/fill-in.ts');
    const { hostResolver } = await import('#functions/page-details/resolve-host.ts');
    const { addressGuard } = await import('#functions/page-details/address-guard.ts');
    await fillInPageDetails(data, services, {
      allowed: addressGuard(pageDetailsOpen.value().split(',')),
      resolve: hostResolver({ hostsFile: '/etc/hosts', timeoutMs: 1500, tries: 2 }),
      timeoutMs: 5000,
      maxRedirects: 5,
    });
  },
);

/** Deletes images that a commit took from their links and folders. */
export const imageDeletions = onTaskDispatched(
  {
    region: REGION,
    serviceAccount,
    memory: '512MiB',
    concurrency: 5,
    timeoutSeconds: 120,
    maxInstances: 2,
    // After an hour of tries the job that runs every few minutes goes on.
    retryConfig: { maxAttempts: 6, minBackoffSeconds: 10, maxBackoffSeconds: 600 },
    rateLimits: { maxConcurrentDispatches: imageDeletionsAtOnce },
  },
  async ({ data }) => {
    const { deleteImagesOfTask } = await import('#functions/jobs/delete-images.ts');
    await deleteImagesOfTask(data, services);
  },
);

/** Each job goes on where an earlier run ended, so one that failed waits for the next run instead of a retry. */
const scheduled = {
  region: REGION,
  serviceAccount,
  memory: '512MiB',
  concurrency: 1,
  maxInstances: 1,
  retryCount: 0,
} as const;

/** Finishes what was begun and broke off. The next run waits for the time limit of this one. */
export const housekeeping = onSchedule(
  { ...scheduled, schedule: 'every 10 minutes', timeoutSeconds: 540 },
  async () => {
    const { runJobs } = await import('#functions/jobs/run-jobs.ts');
    const { HOUSEKEEPING } = await import('#functions/jobs/jobs.ts');
    await runJobs(HOUSEKEEPING, services);
  },
);

/** Goes through everything, and removes what belongs to nobody any more. */
export const nightly = onSchedule(
  // At one time of day: 'every 24 hours' would drift past the first of a month, when all images are looked at.
  { ...scheduled, schedule: '30 3 * * *', timeZone: 'UTC', timeoutSeconds: 1800 },
  async () => {
    const { runJobs } = await import('#functions/jobs/run-jobs.ts');
    const { NIGHTLY } = await import('#functions/jobs/jobs.ts');
    await runJobs(NIGHTLY, services);
  },
);
