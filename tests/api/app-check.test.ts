import { generateKeyPairSync, sign } from 'node:crypto';
import { join } from 'node:path';

import { failureAnswer } from '@foldmark/contract/failures';
import { expect, test } from 'vitest';

import { withApi } from '@foldmark/tools/deploy/functions-framework';

const FUNCTIONS = join(import.meta.dirname, '../../functions');
const PROJECT = 'demo-rehearsal';
const HOUR_S = 3600;

test('with App Check on, the real verifier rejects invalid tokens with unknownApp', async () => {
  const { status, body } = failureAnswer('unknownApp');
  const good = { aud: [`projects/${PROJECT}`], iss: 'https://firebaseappcheck.googleapis.com/1', sub: 'app' };
  const tokens = {
    'no token': undefined,
    'not a JWT': 'none',
    'a token of another project': token({ ...good, aud: ['projects/another'] }),
    'an unsigned token': token(good, 'none'),
    'a token signed by another key': token(good),
  };
  await withApi(FUNCTIONS, { APP_CHECK: 'true' }, async ({ url }) => {
    for (const [what, value] of Object.entries(tokens)) {
      const headers = { 'content-type': 'application/json', 'auth-token': 'none' };
      const response = await fetch(`${url}/api/links/list/`, {
        method: 'POST',
        headers: value === undefined ? headers : { ...headers, 'x-firebase-appcheck': value },
        body: '{}',
      });
      expect({ what, status: response.status, body: await response.json() }).toEqual({
        what,
        status,
        body,
      });
    }
  });
});

test('with App Check off, an invalid token is ignored', async () => {
  await withApi(FUNCTIONS, {}, async ({ url }) => {
    const headers = { 'x-firebase-appcheck': 'none' };
    const { status } = await fetch(`${url}/api/users/bot-challenge/`, { method: 'POST', headers });
    expect(status).toBe(200);
  });
});

/** Creates a token, signed by a key that Google does not know. */
function token(claims: object, alg = 'RS256'): string {
  const iat = Math.floor(Date.now() / 1000);
  const [head, body] = [
    { alg, typ: 'JWT', kid: 'ours' },
    { ...claims, iat, exp: iat + HOUR_S },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const text = `${head}.${body}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signature =
    alg === 'none' ? '' : sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url');
  return `${text}.${signature}`;
}
