import { expect, test } from 'vitest';

import { runJobs } from '#functions/jobs/run-jobs.ts';

test('a failed job is logged, and the others still run', async () => {
  const lines: unknown[] = [];
  const log = (message: string, fields: object) => void lines.push({ message, ...fields });
  const services = { log: { info: log, warn: log, error: log }, now: () => new Date(0) };
  const jobs = {
    broken: async () => {
      throw new Error('no');
    },
    sound: async () => ({ removed: 2 }),
  };

  await expect(runJobs(jobs, services)).rejects.toThrow('These jobs failed: broken.');

  expect(lines).toEqual([
    { message: 'job failed', job: 'broken', stack_trace: expect.stringContaining('Error: no'), causes: [] },
    { message: 'job', job: 'sound', removed: 2, ms: 0 },
  ]);
});
