import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { TemporaryCredentials } from '#aws/credentials/credentials.ts';
import { chunkSigner } from '#aws/signature/chunk-signer.ts';
import { readSignature } from '#aws/signature/read-signature.ts';
import { raw, signedPut } from '#aws/testing/raw-request.ts';
import { BUCKET, png, TestServer, uploadKey } from '#aws/testing/test-server.ts';

let server: TestServer;
let credentials: TemporaryCredentials;

beforeAll(async () => {
  server = await TestServer.start();
  credentials = await server.testerCredentials();
});

afterAll(async () => server.end());

const BYTES = png(20_000);
const PARTS = [
  BYTES.subarray(0, 8192),
  BYTES.subarray(8192, 16_384),
  BYTES.subarray(16_384),
  Buffer.alloc(0),
];
const CRC32 = `x-amz-checksum-crc32:${crcOf(BYTES)}`;

function crcOf(content: Buffer): string {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(crc32(content));
  return value.toString('base64');
}

interface Wire {
  readonly key: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A chunked upload as sent over the wire. `latin1` preserves every byte. */
async function chunked(payload: string, trailer: string | null, isSigned: boolean): Promise<Wire> {
  const key = uploadKey();
  const path = `/${BUCKET}/${key}`;
  const headers = await signedPut(server, credentials, path, BYTES, {
    'x-amz-content-sha256': payload,
    'x-amz-decoded-content-length': String(BYTES.length),
    'content-encoding': 'aws-chunked',
    ...(trailer === null ? {} : { 'x-amz-trailer': 'x-amz-checksum-crc32' }),
  });
  const signature = readSignature({
    id: '',
    method: 'PUT',
    path,
    query: new URLSearchParams(),
    headers,
    body: (async function* () {})(),
  });
  if (signature === null) throw new Error('It is not signed.');
  const signer = isSigned ? await chunkSigner({ signature, secret: credentials.secretAccessKey }) : null;
  const chunks = PARTS.map((part) => {
    const sign = signer === null ? '' : `;chunk-signature=${signer.signatureOf(part)}`;
    return `${part.length.toString(16)}${sign}\r\n${part.toString('latin1')}${part.length === 0 ? '' : '\r\n'}`;
  });
  const end =
    signer === null || trailer === null
      ? ''
      : `x-amz-trailer-signature:${signer.signatureOfTrailers(`${trailer}\n`)}\r\n`;
  return { key, headers, body: `${chunks.join('')}${trailer === null ? '' : `${trailer}\r\n`}${end}\r\n` };
}

async function send({ key, headers, body }: Wire): Promise<string> {
  const answer = await raw(server, 'PUT', `/${BUCKET}/${key}`, headers, Buffer.from(body, 'latin1'));
  return /<Code>(?<code>[^<]+)/u.exec(answer.body)?.groups?.['code'] ?? String(answer.status);
}

async function sizeOf(key: string): Promise<number | null> {
  const answer = await fetch(server.urlOf(key));
  return answer.status === 200 ? (await answer.arrayBuffer()).byteLength : null;
}

const SIGNED = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
const UNSIGNED = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

describe('an upload in chunks', () => {
  test.each([
    ['signed', SIGNED, null, true],
    ['signed, with a checksum at the end', `${SIGNED}-TRAILER`, CRC32, true],
    ['unsigned, with a checksum at the end', UNSIGNED, CRC32, false],
  ] as const)('is put together: %s', async (_, payload, trailer, isSigned) => {
    const wire = await chunked(payload, trailer, isSigned);
    expect(await send(wire)).toBe('200');
    expect(await sizeOf(wire.key)).toBe(BYTES.length);
  });

  const chunk = '2000;chunk-signature=';
  test.each<
    [what: string, payload: string, trailer: string | null, change: (body: string) => string, code: string]
  >([
    [
      'with other bytes in a signed chunk',
      SIGNED,
      null,
      (body) => body.replace('\x07\x07', '\x08\x07'),
      'SignatureDoesNotMatch',
    ],
    ['with chunks in another order', SIGNED, null, swapped, 'SignatureDoesNotMatch'],
    [
      'with a chunk left out',
      SIGNED,
      null,
      (body) => body.slice(body.indexOf(chunk, 5)),
      'SignatureDoesNotMatch',
    ],
    [
      'with a chunk without its signature',
      SIGNED,
      null,
      (body) => body.replace(/;chunk-signature=[0-9a-f]{64}/u, ''),
      'SignatureDoesNotMatch',
    ],
    [
      'with another trailer than was signed',
      `${SIGNED}-TRAILER`,
      CRC32,
      (body) => body.replace(CRC32, 'x-amz-checksum-crc32:AAAAAA=='),
      'SignatureDoesNotMatch',
    ],
    [
      'with a wrong checksum at the end',
      UNSIGNED,
      'x-amz-checksum-crc32:AAAAAA==',
      (body) => body,
      'BadDigest',
    ],
    [
      'without the checksum that was announced',
      UNSIGNED,
      CRC32,
      (body) => body.replace(`${CRC32}\r\n`, ''),
      'MalformedTrailerError',
    ],
    [
      'without its last chunk',
      UNSIGNED,
      CRC32,
      (body) => body.slice(0, body.lastIndexOf('0\r\n')),
      'IncompleteBody',
    ],
    [
      'with less than it says',
      UNSIGNED,
      CRC32,
      (body) => body.replace('2000\r\n', '2\r\n'),
      'IncompleteBody',
    ],
    ['with an invalid length', UNSIGNED, CRC32, (body) => `-${body}`, 'IncompleteBody'],
    ['with a length above the limit', UNSIGNED, CRC32, (body) => `fffffff${body}`, 'IncompleteBody'],
    [
      'with a chunk that would fill the memory',
      UNSIGNED,
      CRC32,
      (body) => body.replace('2000\r\n', '7fffffff\r\n'),
      'InvalidRequest',
    ],
    ['with an endless line', UNSIGNED, CRC32, () => '2'.repeat(10_000), 'IncompleteBody'],
    ['with an empty body', UNSIGNED, CRC32, () => '', 'IncompleteBody'],
  ])('is refused %s', async (_, payload, trailer, change, code) => {
    const wire = await chunked(payload, trailer, payload !== UNSIGNED);
    expect(await send({ ...wire, body: change(wire.body) })).toBe(code);
    expect(await sizeOf(wire.key)).toBeNull();
  });

  test('is refused with an unknown content hash or without a length', async () => {
    const wire = await chunked('STREAMING-SOMETHING', null, false);
    expect(await send(wire)).toBe('InvalidArgument');
    const path = `/${BUCKET}/${uploadKey()}`;
    const headers = await signedPut(server, credentials, path, BYTES, { 'x-amz-content-sha256': UNSIGNED });
    expect((await raw(server, 'PUT', path, headers, BYTES)).body).toContain(
      '<Code>MissingContentLength</Code>',
    );
  });
});

function swapped(body: string): string {
  const second = body.indexOf('2000;chunk-signature=', 5);
  const third = body.indexOf('e20;chunk-signature=', second);
  return body.slice(second, third) + body.slice(0, second) + body.slice(third);
}

async function bytes(content: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.end(content, 'latin1');
  return text(socket).catch(() => 'reset');
}

describe('after hostile bytes the server answers or closes the connection, and serves the next request', () => {
  test.each<[what: string, content: string]>([
    ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['headers without end', `GET / HTTP/1.1\r\nhost: localhost\r\n${'x: y\r\n'.repeat(5000)}`],
    [
      'one large header',
      `GET / HTTP/1.1\r\nhost: localhost\r\nauthorization: ${'A'.repeat(100_000)}\r\n\r\n`,
    ],
    [
      'a body that breaks off',
      `PUT /${BUCKET}/a.png HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nabc`,
    ],
    [
      'two lengths',
      `PUT /${BUCKET}/a.png HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nabc`,
    ],
    [
      'a target that is a URL',
      'GET http://169.254.169.254/latest/meta-data HTTP/1.1\r\nhost: localhost\r\n\r\n',
    ],
    ['a star', 'OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    [
      'names of prototypes',
      'GET /__proto__/constructor?__proto__=1 HTTP/1.1\r\nhost: localhost\r\n__proto__: 1\r\n\r\n',
    ],
    [
      'a signature of nonsense',
      `GET /${BUCKET}/a HTTP/1.1\r\nhost: localhost\r\nauthorization: AWS4-HMAC-SHA256 Credential=//////, SignedHeaders=;;, Signature=x\r\n\r\n`,
    ],
  ])('%s', async (_, content) => {
    await bytes(content);
    expect((await fetch(server.urlOf(uploadKey()))).status).toBe(403);
    expect(server.lines).toEqual([]);
  });

  test('an aborted upload leaves nothing', async () => {
    const key = uploadKey();
    const path = `/${BUCKET}/${key}`;
    const headers = await signedPut(server, credentials, path, BYTES, {
      'content-length': String(BYTES.length),
    });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    await bytes(`PUT ${path} HTTP/1.1\r\n${lines.join('')}\r\n${BYTES.subarray(0, 100).toString('latin1')}`);
    expect(await sizeOf(key)).toBeNull();
    expect((await raw(server, 'PUT', path, headers, BYTES)).status).toBe(200);
  });
});
