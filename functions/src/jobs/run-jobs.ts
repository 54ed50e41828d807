import { errorFields } from '#functions/errors/error-fields.ts';
import type { Jobs } from '#functions/jobs/job.ts';
import type { Services } from '#functions/services/services.ts';

/** Runs jobs concurrently, so that none waits for a slow one. After all have ended, throws if any has failed. */
export async function runJobs<Needs extends Pick<Services, 'log' | 'now'>>(
  jobs: Jobs<Needs>,
  services: Needs,
): Promise<void> {
  const failed: string[] = [];
  await Promise.all(
    Object.entries(jobs).map(async ([name, job]) => {
      const begin = services.now().getTime();
      try {
        const did = await job(services);
        services.log.info('job', { job: name, ...did, ms: services.now().getTime() - begin });
      } catch (error) {
        failed.push(name);
        services.log.error('job failed', { job: name, ...errorFields(error) });
      }
    }),
  );
  // Cloud Scheduler shows a run as failed only if the function says so.
  if (failed.length > 0) throw new Error(`These jobs failed: ${failed.join(', ')}.`);
}
