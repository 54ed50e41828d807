import type { ServerResponse } from 'node:http';

import { expect, test } from 'vitest';

import { serve } from '#functions/testing/serve.ts';
import { roleCredentials } from '#functions/uploads/role-credentials.ts';

const ROLE = 'arn:aws:iam::000000000000:role/favicons';
const START = Date.parse('2026-01-02T03:04:05Z');
const MINUTE = 60_000;

const REFUSED =
  '<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>';
const handedOut = (id: string, expiration: string) => `
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

/** Hands out credentials for an hour as AWS words it, or refuses where `refusals` says so. */
async function sts(refusals: number[] = []) {
  const asked: URLSearchParams[] = [];
  const clock = { now: START };
  const answer = (body: string, response: ServerResponse) => {
    asked.push(new URLSearchParams(body));
    const expiration = new Date(clock.now + 60 * MINUTE).toISOString();
    const refusal = refusals.shift();
    if (refusal === undefined) response.end(handedOut(`ASIA${asked.length}`, expiration));
    else response.writeHead(refusal).end(REFUSED);
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
  return { asked, clock, credentials };
}

test('a token of Google is changed into credentials of the role', async () => {
  const { asked, credentials } = await sts();
  expect(await credentials.get()).toEqual({
    accessKeyId: 'ASIA1',
    secretAccessKey: 'a/b+c=',
    sessionToken: 't&k',
    expiration: new Date(START + 60 * MINUTE),
  });
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
    Action: 'AssumeRoleWithWebIdentity',
    RoleArn: ROLE,
    WebIdentityToken: 'head.body.',
  });
});

test('they serve until five minutes before their end, unless they are to be forgotten', async () => {
  const { asked, clock, credentials } = await sts();
  await credentials.get();
  clock.now += 54 * MINUTE;
  expect(await credentials.get()).toMatchObject({ accessKeyId: 'ASIA1' });
  clock.now += 2 * MINUTE;
  expect(await credentials.get()).toMatchObject({ accessKeyId: 'ASIA2' });
  credentials.forget();
  expect(await credentials.get()).toMatchObject({ accessKeyId: 'ASIA3' });
  expect(asked).toHaveLength(3);
});

test('a refusal is said with its code, and does not stay', async () => {
  const { credentials } = await sts([403]);
  await expect(credentials.get()).rejects.toThrow('AWS hands out no credentials: 403 AccessDenied');
  expect(await credentials.get()).toMatchObject({ accessKeyId: 'ASIA2' });
});
