import { describe, expect, it, vi } from 'vitest';

import { findLocalServices } from './local-services.ts';

const findWithAnswer = (body: string, type: string, status = 200) =>
  findLocalServices(Promise.resolve(new Response(body, { status, headers: { 'content-type': type } })));

describe('findLocalServices', () => {
  it('uses the addresses that the local Hosting serves', async () => {
    const file = {
      projectId: 'demo-other',
      auth: { host: '127.0.0.1', port: 40001 },
      firestore: { host: '127.0.0.1', port: 40002 },
      aws: { host: '127.0.0.1', port: 40003 },
    };
    expect(await findWithAnswer(JSON.stringify(file), 'application/json; charset=utf-8')).toEqual(file);
  });

  it("falls back to firebase.json's ports where Hosting answers the app's page instead", async () => {
    const services = await findWithAnswer('<!doctype html>', 'text/html; charset=utf-8');
    expect(services).toMatchObject({
      projectId: 'demo-foldmark',
      auth: { port: 9099 },
      firestore: { port: 8080 },
      aws: { port: 9566 },
    });
  });

  it('falls back if nothing answers', async () => {
    vi.useFakeTimers();
    try {
      const found = findLocalServices(new Promise(() => undefined));
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await found).toMatchObject({ auth: { port: 9099 } });
    } finally {
      vi.useRealTimers();
    }
  });

  it('falls back if there is no such file', async () => {
    expect(await findWithAnswer('{}', 'application/json', 404)).toMatchObject({ auth: { port: 9099 } });
  });

  it('uses defaults for missing or invalid addresses', async () => {
    const services = await findWithAnswer(
      JSON.stringify({ auth: { host: '127.0.0.1', port: '40001' }, firestore: { host: '::1', port: 40002 } }),
      'application/json',
    );
    expect(services).toEqual({
      projectId: 'demo-foldmark',
      auth: { host: '127.0.0.1', port: 9099 },
      firestore: { host: '::1', port: 40002 },
      aws: { host: '127.0.0.1', port: 9566 },
    });
  });
});
