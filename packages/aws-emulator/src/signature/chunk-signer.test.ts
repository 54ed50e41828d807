import { expect, test } from 'vitest';

import { chunkSigner, type ChunkSigner } from '#aws/signature/chunk-signer.ts';

/** The examples of AWS's documentation: "Signature Calculations: Transferring Payload in Multiple Chunks". */
async function documented(signature: string): Promise<ChunkSigner> {
  return chunkSigner({
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    signature: {
      form: 'header',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      day: '20130524',
      region: 'us-east-1',
      service: 's3',
      signedHeaders: [],
      signature,
      signedAt: Date.UTC(2013, 4, 24),
      date: '20130524T000000Z',
      expiresSeconds: null,
      token: null,
    },
  });
}

const CHUNKS = [Buffer.alloc(65_536, 'a'), Buffer.alloc(1024, 'a'), Buffer.alloc(0)];

test('signs chunks as AWS documents it', async () => {
  const signer = await documented('4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9');
  expect(CHUNKS.map((chunk) => signer.signatureOf(chunk))).toEqual([
    'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
    '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
    'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
  ]);
});

test('signs trailers as AWS documents it', async () => {
  const signer = await documented('106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e');
  expect(CHUNKS.map((chunk) => signer.signatureOf(chunk))).toEqual([
    'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2',
    '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
    '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
  ]);
  expect(signer.signatureOfTrailers('x-amz-checksum-crc32c:sOO8/Q==\n')).toBe(
    'd81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435',
  );
});
