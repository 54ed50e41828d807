import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startChild } from '@foldmark/tools/suite/child';
import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { freePorts } from '@foldmark/tools/suite/ports';
import type { Suite } from '@foldmark/tools/suite/suite';
import autocannon from 'autocannon';

import { tokenOf } from '#tests/e2e/accounts.ts';
import type { Part } from '#tests/load/parts/part.ts';
import { nameOf, urlOf } from '#tests/load/testbed/seed.ts';

const MANY = 10_000;
const CONNECTIONS = 50;
const SECONDS = 4;

const require = createRequire(import.meta.url);

interface Load {
  readonly url: string;
  readonly token?: string;
  readonly bodyOf?: (request: number) => object;
}

/**
 * Runs the built function as the cloud does: one process of the Functions Framework serves many requests at a time. It
 * checks each token with a request to the Auth emulator; the cloud verifies a signature instead.
 */
export const api: Part = async (testbed, { runs, note }) => {
  const token = await tokenOf(await testbed.member(MANY));
  const server = await startFunction(testbed.suite);
  try {
    const read = {
      url: `${server.url}/links/get/`,
      token,
      bodyOf: (n: number) => ({ link_id: 1 + (n % MANY) }),
    };
    const write = { url: `${server.url}/links/update/`, token, bodyOf: renamed };
    // The first calls load code, so they are not measured.
    for (const load of [read, write]) await run(load, 1);
    for (let at = 0; at < runs; at += 1) {
      note('api/health', (await run({ url: `${server.url}/health/` }, SECONDS)).requests.average);
      const reads = await run(read, SECONDS);
      note('api/read', reads.requests.average);
      note('api/readLatency', reads.latency.p50);
      note('api/readTail', reads.latency.p99);
      const writes = await run(write, SECONDS);
      note('api/write', writes.requests.average);
      note('api/writeLatency', writes.latency.p50);
      note('api/writeTail', writes.latency.p99);
    }
  } finally {
    await server.stop();
  }
};

/** Each request changes another link, since concurrent edits of one person rarely have the same target. */
function renamed(request: number): object {
  const link_id = 1 + (request % MANY);
  return { link_id, url: urlOf(link_id), name: `${nameOf(link_id)} (${request})`, status_id: 1 };
}

async function run({ url, token, bodyOf }: Load, duration: number): Promise<autocannon.Result> {
  let requests = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { 'auth-token': token }),
    },
    requests: [
      {
        setupRequest: (request) => {
          requests += 1;
          return bodyOf === undefined ? request : { ...request, body: JSON.stringify(bodyOf(requests)) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} responses were not 2xx and ${result.errors} requests failed.`);
  return result;
}

async function startFunction({ projectId, authUrl, firestoreHost }: Suite) {
  const { functions: port } = await freePorts();
  const framework = require.resolve('@google-cloud/functions-framework');
  const child = startChild({
    name: 'Functions Framework',
    command: process.execPath,
    args: [
      join(framework, '../main.js'),
      '--target=api',
      `--source=${join(PROJECT_ROOT, 'functions')}`,
      `--port=${port}`,
    ],
    cwd: join(PROJECT_ROOT, 'functions'),
    env: {
      GCLOUD_PROJECT: projectId,
      FIREBASE_CONFIG: JSON.stringify({ projectId }),
      FIRESTORE_EMULATOR_HOST: firestoreHost,
      FIREBASE_AUTH_EMULATOR_HOST: new URL(authUrl).host,
      METADATA_SERVER_DETECTION: 'none',
      NODE_ENV: 'production',
    },
    logFile: join(PROJECT_ROOT, '.local/logs/functions-framework.log'),
  });
  const url = `http://127.0.0.1:${port}`;
  let end: string | null = null;
  void child.ended.then((reason) => {
    end = reason;
  });
  while (!(await answers(`${url}/health/`))) {
    if (end !== null)
      throw new Error(`The Functions Framework ${String(end)}: ${child.lastLines().join('\n')}`);
    await sleep(50);
  }
  return { url, stop: async () => child.stop('SIGTERM') };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { method: 'POST' })).ok;
  } catch {
    return false;
  }
}
