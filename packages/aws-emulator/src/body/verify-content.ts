import { CHECKSUM_NAMES, checksum, type ChecksumName } from '#aws/body/checksums.ts';
import type { Payload } from '#aws/body/payload.ts';
import type { AwsRequest } from '#aws/http/message.ts';
import { S3Error } from '#aws/errors/s3-error.ts';

/** The hashes of a content, known after its last byte. */
export interface ContentFacts {
  /** MD5 in hex. */
  readonly etag: string;
  /** The checksum that the client sent, in Base64, by algorithm. */
  readonly checksums: Readonly<Record<string, string>>;
}

export interface ContentCheck {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Call it after the last byte. Throws an error if the content does not match its declared hashes. */
  facts(): ContentFacts;
}

const HEADER = 'x-amz-checksum-';

/** Passes the bytes on, and verifies their length and every declared checksum. */
export function verifyContent(request: AwsRequest, payload: Payload): ContentCheck {
  const declared = checksumOf(request);
  const names = new Set<ChecksumName>(['md5', ...(payload.sha256 === null ? [] : ['sha256' as const])]);
  if (declared !== null) names.add(declared);
  const running = new Map([...names].map((name) => [name, checksum(name)]));
  let length = 0;

  async function* verified(): AsyncGenerator<Uint8Array> {
    for await (const bytes of payload.bytes) {
      length += bytes.length;
      if (length > payload.length) throw new S3Error('IncompleteBody');
      for (const sum of running.values()) sum.update(bytes);
      yield bytes;
    }
    if (length < payload.length) throw new S3Error('IncompleteBody');
  }

  return {
    bytes: verified(),
    facts: () => {
      const digests = new Map([...running].map(([name, sum]) => [name, sum.digest()]));
      const md5 = digests.get('md5') ?? Buffer.alloc(0);
      checkHash(payload, digests.get('sha256'));
      checkMd5(request, md5);
      if (declared === null) return { etag: md5.toString('hex'), checksums: {} };
      const value = digests.get(declared)?.toString('base64') ?? '';
      checkChecksum(declared, value, request, payload);
      return { etag: md5.toString('hex'), checksums: { [declared]: value } };
    },
  };
}

/** The checksum algorithm of the request. The value is in a header or announced as a trailer. */
function checksumOf({ headers }: AwsRequest): ChecksumName | null {
  const announced = headers['x-amz-trailer']?.split(',').map((name) => name.trim().toLowerCase()) ?? [];
  const given = new Set([...Object.keys(headers), ...announced]);
  const names = CHECKSUM_NAMES.filter((name) => given.has(`${HEADER}${name}`));
  const [only, ...others] = names;
  if (others.length > 0)
    throw new S3Error('InvalidRequest', {
      message: 'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    });
  return only ?? null;
}

function checkHash({ sha256 }: Payload, computed: Buffer | undefined): void {
  const hex = computed?.toString('hex') ?? null;
  if (sha256 === null || sha256 === hex) return;
  throw new S3Error('XAmzContentSHA256Mismatch', {
    fields: { ClientComputedContentSHA256: sha256, S3ComputedContentSHA256: hex ?? '' },
  });
}

function checkMd5({ headers }: AwsRequest, computed: Buffer): void {
  const given = headers['content-md5'];
  if (given === undefined) return;
  const expected = Buffer.from(given, 'base64');
  if (expected.length !== computed.length)
    throw new S3Error('InvalidDigest', { fields: { 'Content-MD5': given } });
  if (expected.equals(computed)) return;
  throw new S3Error('BadDigest', {
    message: 'The Content-MD5 you specified did not match what we received.',
    fields: { ExpectedDigest: expected.toString('hex'), CalculatedDigest: computed.toString('base64') },
  });
}

function checkChecksum(
  name: ChecksumName,
  computed: string,
  { headers }: AwsRequest,
  { trailers }: Payload,
): void {
  const header = `${HEADER}${name}`;
  const given = headers[header] ?? trailers.get(header);
  if (given === undefined) throw new S3Error('MalformedTrailerError');
  if (Buffer.from(given, 'base64').length !== Buffer.from(computed, 'base64').length)
    throw new S3Error('InvalidRequest', { message: `Value for ${header} header is invalid.` });
  if (given === computed) return;
  throw new S3Error('BadDigest', {
    message: `The ${name.toUpperCase()} you specified did not match the calculated checksum.`,
  });
}
