/** `npm run -s token -- --scopes read` prints only an access token of the demo account, for a running `npm start`. */
import { grantCreatedSchema } from '@foldmark/contract/grants';
import * as z from 'zod/mini';
import { join, resolve } from 'node:path';

import { DEMO_ACCOUNT } from '#tools/suite/demo-account.ts';
import { placesIn, PROJECT_ROOT } from '#tools/suite/places.ts';
import { isRunning, readRunRecord } from '#tools/suite/run-record.ts';
import { readFlags } from '#tools/support/flags.ts';

const USAGE = `
npm run -s token -- [flags]    prints an access token of the demo account of a running npm start

  --scopes NAMES   read (the default), suggest or write, separated by commas
  --days COUNT     when it expires, 30 by default
  --name NAME      what Settings and the history call it
  --local DIR      the folder of the run instead of .local
`;
const flags = readFlags(USAGE, {
  scopes: { type: 'string', default: 'read' },
  days: { type: 'string', default: '30' },
  name: { type: 'string', default: 'npm run token' },
  local: { type: 'string' },
});

const servicesSchema = z.object({ auth: z.object({ host: z.string(), port: z.int() }) });
const signedInSchema = z.object({ idToken: z.string() });

try {
  process.stdout.write(`${await makeToken(runningUrl())}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function runningUrl(): string {
  const record = readRunRecord(placesIn(resolve(flags.local ?? join(PROJECT_ROOT, '.local'))));
  if (record === null || record.url === '' || !isRunning(record))
    throw new Error('Foldmark is not running. Run npm start first.');
  return record.url;
}

async function makeToken(url: string): Promise<string> {
  const { auth } = z.parse(servicesSchema, await answerOf(`${url}/__local/emulators.json`));
  const signIn = `http://${auth.host}:${auth.port}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local`;
  const { idToken } = z.parse(
    signedInSchema,
    await answerOf(signIn, DEMO_ACCOUNT, { returnSecureToken: true }),
  );
  const input = { name: flags.name, scopes: flags.scopes.split(','), days: Number(flags.days) };
  const made = await answerOf(`${url}/api/grants/create/`, input, {}, { 'auth-token': idToken });
  return z.parse(z.pick(grantCreatedSchema, { token: true }), made).token;
}

/** The JSON of an answer. With an input it is a POST. */
async function answerOf(
  url: string,
  input?: object,
  more: object = {},
  headers: Record<string, string> = {},
) {
  const sent =
    input === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ ...input, ...more }),
        };
  const response = await fetch(url, sent);
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text}`);
  const body: unknown = JSON.parse(text);
  return body;
}
