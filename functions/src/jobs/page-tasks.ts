import { fetchIconOfTask } from '#functions/jobs/import-icons.ts';
import type { FetcherOptions } from '#functions/page-details/fetch-public.ts';
import { fillInPageDetails } from '#functions/page-details/fill-in.ts';
import type { Services } from '#functions/services/services.ts';

/** Does one task of the queue `pageDetails`. */
export async function doPageTask(task: unknown, services: Services, options: FetcherOptions): Promise<void> {
  const isIcon = typeof task === 'object' && task !== null && 'state' in task;
  await (isIcon ? fetchIconOfTask : fillInPageDetails)(task, services, options);
}
