import { once } from 'node:events';
import { createServer } from 'node:http';

import { expect, onTestFinished, test } from 'vitest';

import { intervalOf, runScheduled } from '#tools/suite/schedule.ts';

/** A functions emulator with one scheduled function and one other, which answers the first with a status. */
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

test('a scheduled function runs on demand by the name that the emulator gives it', async () => {
  const { url, asked } = await emulator(200);
  await runScheduled(url, 'tidy');
  expect(asked).toEqual(['POST /demo-foldmark/us-east1/tidy-0']);
});

test('a run that failed, or that no function stands for, is an error', async () => {
  const { url } = await emulator(500);
  await expect(runScheduled(url, 'tidy')).rejects.toThrow('The job tidy failed (500): no');
  await expect(runScheduled(url, 'api')).rejects.toThrow('There is no scheduled function api.');
});

test('a schedule is read as Cloud Scheduler reads it, or refused', () => {
  expect(intervalOf('every 10 minutes')).toBe(600_000);
  expect(intervalOf('every 24 hours')).toBe(86_400_000);
  expect(intervalOf('30 3 * * *')).toBe(86_400_000);
  expect(() => intervalOf('0 3 * * 1')).toThrow(`can't keep "0 3 * * 1"`);
  expect(() => intervalOf('*/5 3 * * *')).toThrow(`can't keep "*/5 3 * * *"`);
});
