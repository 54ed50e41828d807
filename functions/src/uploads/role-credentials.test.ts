import type { ServerResponse } from 'node:http';

import { expect, test } from 'vitest';

import { serve } from '#functions/testing/serve.ts';
import { roleCredentials } from '#functions/uploads/role-credentials.ts';

const ROLE = 'arn:aws:iam::000000000000:role/favicons';
const START = Date.parse('2026-01-02T03:04:05Z');
const MINUTE = 60_000;

const ACCESS_DENIED =
  '<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>';
const issued = (id: string, expiration: string) => `
  <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
    <AssumeRoleWithWebIdentityResult>
      <Credentials>
        <AccessKeyId>${id}</AccessKeyId>
        <SecretAccessKey>a/b+c=</SecretAccessKey>
        <SessionToken>t&amp;k</SessionToken>
        <Expiration>${expiration}</Expiration>
      </Credentials>
    </AssumeRoleWithWebIdentityResult>
  </AssumeRoleWithWebIdentityResponse>`;

/** An STS server that issues credentials for an hour. Each status of `refusals` rejects one request. */
async function sts(refusals: number[] = []) {
  const requests: URLSearchParams[] = [];
  const clock = { now: START };
  const answer = (body: string, response: ServerResponse) => {
    requests.push(new URLSearchParams(body));
    const expiration = new Date(clock.now + 60 * MINUTE).toISOString();
    const refusal = refusals.shift();
    if (refusal === undefined) response.end(issued(`ASIA${requests.length}`, expiration));
    else response.writeHead(refusal).end(ACCESS_DENIED);
  };
  const origin = await serve((request, response) => {
    void new Response(request).text().then((body) => answer(body, response));
  });
  const credentials = roleCredentials({
    role: ROLE,
    sts: origin,
    identityToken: async () => 'head.body.',
    now: () => new Date(clock.now),
    timeoutMs: 5000,
  });
  return { requests, clock, credentials };
}

test('a Google token is exchanged for credentials of the role', async () => {
  const { requests, credentials } = await sts();
  expect(await credentials.get()).toEqual({
    accessKeyId: 'ASIA1',
    secretAccessKey: 'a/b+c=',
    sessionToken: 't&k',
    expiration: new Date(START + 60 * MINUTE),
  });
  expect(Object.fromEntries(requests[0] ?? [])).toMatchObject({
    Action: 'AssumeRoleWithWebIdentity',
    RoleArn: ROLE,
    WebIdentityToken: 'head.body.',
  });
});

test('credentials are reused until they are discarded, or until five minutes before they expire', async () => {
  const { requests, clock, credentials } = await sts();
  await credentials.get();
  clock.now += 54 * MINUTE;
  expect(await credentials.get()).toMatchObject({ accessKeyId: 'ASIA1' });
  clock.now += 2 * MINUTE;
  expect(await credentials.get()).toMatchObject({ accessKeyId: 'ASIA2' });
  credentials.discard();
  expect(await credentials.get()).toMatchObject({ accessKeyId: 'ASIA3' });
  expect(requests).toHaveLength(3);
});

test('a rejection throws its error code, and the next call retries', async () => {
  const { credentials } = await sts([403]);
  await expect(credentials.get()).rejects.toThrow('AWS issued no credentials: 403 AccessDenied');
  expect(await credentials.get()).toMatchObject({ accessKeyId: 'ASIA2' });
});
