import { once } from 'node:events';
import { createServer } from 'node:http';

import { expect, onTestFinished, test } from 'vitest';

import { intervalOf, runScheduled } from '#tools/suite/schedule.ts';

/** A functions emulator with a scheduled function and another one. It answers runs of the scheduled one with `status`. */
async function emulator(status: number): Promise<{ url: string; asked: string[] }> {
  const functionTriggers = [
    { name: 'api', region: 'us-east1' },
    { name: 'tidy', region: 'us-east1', schedule: { schedule: 'every 10 minutes' } },
  ];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/backends') {
      response.end(JSON.stringify({ backends: [{ functionTriggers }] }));
      return;
    }
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(status).end('no');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server without an address.');
  return { url: `http://127.0.0.1:${address.port}`, asked };
}

test('runs a scheduled function by its name in the emulator', async () => {
  const { url, asked } = await emulator(200);
  await runScheduled(url, 'tidy');
  expect(asked).toEqual(['POST /demo-foldmark/us-east1/tidy-0']);
});

test('a failed run or an unknown function is an error', async () => {
  const { url } = await emulator(500);
  await expect(runScheduled(url, 'tidy')).rejects.toThrow('The job tidy failed (500): no');
  await expect(runScheduled(url, 'api')).rejects.toThrow('There is no scheduled function api.');
});

test('parses schedules like Cloud Scheduler, and refuses unknown forms', () => {
  expect(intervalOf('every 10 minutes')).toBe(600_000);
  expect(intervalOf('every 24 hours')).toBe(86_400_000);
  expect(intervalOf('30 3 * * *')).toBe(86_400_000);
  expect(() => intervalOf('0 3 * * 1')).toThrow(`can't parse "0 3 * * 1"`);
  expect(() => intervalOf('*/5 3 * * *')).toThrow(`can't parse "*/5 3 * * *"`);
});
