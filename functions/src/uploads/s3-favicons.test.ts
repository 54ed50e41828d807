import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import { expect, test } from 'vitest';

import { serve } from '#functions/testing/serve.ts';
import { s3Favicons } from '#functions/uploads/s3-favicons.ts';

const ICON = { bytes: Buffer.from('an icon'), type: 'image/png', extension: 'png' };
const HASH = createHash('sha256').update(ICON.bytes).digest('hex');
const KEY = `dev/uploads/favicons/${HASH}.png`;

interface Asked {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A bucket that answers each request with the next status. What a signature is worth, tests/api shows. */
async function bucket(statuses: number[]) {
  const asked: Asked[] = [];
  const origin = await serve((request, response) => {
    const { method, url, headers } = request;
    void new Response(request).text().then((body) => {
      asked.push({ line: `${method} ${url}`, headers, body });
      response.writeHead(statuses.shift() ?? 500).end();
    });
  });
  let round = 1;
  const favicons = s3Favicons({
    origin: `${origin}/images`,
    prefix: 'dev/uploads/',
    region: 'us-east-1',
    credentials: {
      get: async () => ({
        accessKeyId: `ASIA${round}`,
        secretAccessKey: 'secret',
        sessionToken: 'session',
        expiration: new Date(Date.now() + 3_600_000),
      }),
      forget: () => {
        round += 1;
      },
    },
    timeoutMs: 5000,
  });
  return { asked, favicons };
}

test('an icon is put under the hash of its bytes, to stay, and only where none is', async () => {
  const { asked, favicons } = await bucket([200]);
  expect(await favicons.keep(ICON)).toBe(KEY);
  expect(asked).toMatchObject([
    {
      line: `PUT /images/${KEY}`,
      body: 'an icon',
      headers: {
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'if-none-match': '*',
        'x-amz-content-sha256': HASH,
        'x-amz-security-token': 'session',
        authorization: expect.stringMatching(
          /^AWS4-HMAC-SHA256 Credential=ASIA1\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=\S*if-none-match\S*, Signature=/,
        ),
      },
    },
  ]);
});

test('one that is there already is as good', async () => {
  const { asked, favicons } = await bucket([412]);
  expect(await favicons.keep(ICON)).toBe(KEY);
  expect(asked).toHaveLength(1);
});

test.each([403, 409, 503])(
  'after %i another try with new credentials is made, and no third',
  async (status) => {
    const { asked, favicons } = await bucket([status, 200, status, status]);
    expect(await favicons.keep(ICON)).toBe(KEY);
    expect(asked.map(({ headers }) => headers.authorization?.slice(28, 33))).toEqual(['ASIA1', 'ASIA2']);
    await expect(favicons.keep(ICON)).rejects.toThrow(`the store of favicons answered ${status}`);
    expect(asked).toHaveLength(4);
  },
);
