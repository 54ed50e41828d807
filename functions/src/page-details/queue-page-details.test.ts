import { newLink } from '@foldmark/library/entities/new-link';
import { expect, test } from 'vitest';

import { queuePageDetails } from '#functions/page-details/queue-page-details.ts';
import type { PageJob } from '#functions/services/services.ts';

const LINK = newLink(1, 'https://example.com/');

function ignore(): void {}

function setUp(queue: (job: PageJob) => void) {
  const warnings: string[] = [];
  const log = { info: ignore, error: ignore, warn: (message: string) => void warnings.push(message) };
  return { warnings, services: { log, readPageLater: async (job: PageJob) => queue(job) } };
}

test('a task is queued for http and https urls only', async () => {
  const jobs: PageJob[] = [];
  const { services } = setUp((job) => jobs.push(job));
  for (const url of [
    'mailto:a@example.com',
    'javascript:alert(1)',
    'ftp://example.com/',
    'HTTP://example.com/',
  ]) {
    await queuePageDetails(services, 'u1', { ...LINK, url });
  }
  expect(jobs).toEqual([{ uid: 'u1', link_id: 1, url: 'HTTP://example.com/' }]);
});

test('if the queue rejects the task, the call succeeds with a warning in the log', async () => {
  const { services, warnings } = setUp(() => {
    throw new Error('unavailable');
  });
  await expect(queuePageDetails(services, 'u1', LINK)).resolves.toBeUndefined();
  expect(warnings).toEqual(['the page details queue rejected a task']);
});
