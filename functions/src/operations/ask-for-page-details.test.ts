import { expect, test } from 'vitest';

import { askForPageDetails } from '#functions/operations/ask-for-page-details.ts';
import type { PageJob } from '#functions/services/services.ts';

const LINK = {
  link_id: 1,
  url: 'https://example.com/',
  name: '',
  status_id: 1,
  image_s3_key: '',
  favicon_key: '',
  favicon_url: '',
  domain_name: '',
} as const;

function ignore(): void {}

function world(queue: (job: PageJob) => void) {
  const warnings: string[] = [];
  const log = { info: ignore, error: ignore, warn: (message: string) => void warnings.push(message) };
  return { warnings, services: { log, readPageLater: async (job: PageJob) => queue(job) } };
}

test('only pages of the web are asked for', async () => {
  const jobs: PageJob[] = [];
  const { services } = world((job) => jobs.push(job));
  for (const url of [
    'mailto:a@example.com',
    'javascript:alert(1)',
    'ftp://example.com/',
    'HTTP://example.com/',
  ]) {
    await askForPageDetails(services, 'u1', { ...LINK, url });
  }
  expect(jobs).toEqual([{ uid: 'u1', link_id: 1, url: 'HTTP://example.com/' }]);
});

test('a queue that takes no job costs the link only its title', async () => {
  const { services, warnings } = world(() => {
    throw new Error('unavailable');
  });
  await expect(askForPageDetails(services, 'u1', LINK)).resolves.toBeUndefined();
  expect(warnings).toEqual(['the page details queue took no job']);
});
