import { CHECKSUM_NAMES, checksum, type ChecksumName } from '#aws/body/checksums.ts';
import type { Payload } from '#aws/body/payload.ts';
import type { AwsRequest } from '#aws/http/message.ts';
import { S3Error } from '#aws/errors/s3-error.ts';

/** What is known of the bytes once all of them are read. */
export interface ContentFacts {
  /** MD5 in hex. */
  readonly etag: string;
  /** Base64 by algorithm: those that the client sent. */
  readonly checksums: Readonly<Record<string, string>>;
}

export interface ContentCheck {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** After the last byte: throws where the content is not what was said of it. */
  facts(): ContentFacts;
}

const HEADER = 'x-amz-checksum-';

/** Lets the bytes through and holds them to their length and to every checksum that came with them. */
export function verifyContent(request: AwsRequest, payload: Payload): ContentCheck {
  const named = checksumOf(request);
  const wanted = new Set<ChecksumName>(['md5', ...(payload.sha256 === null ? [] : ['sha256' as const])]);
  if (named !== null) wanted.add(named);
  const running = new Map([...wanted].map((name) => [name, checksum(name)]));
  let length = 0;

  async function* through(): AsyncGenerator<Uint8Array> {
    for await (const bytes of payload.bytes) {
      length += bytes.length;
      if (length > payload.length) throw new S3Error('IncompleteBody');
      for (const sum of running.values()) sum.update(bytes);
      yield bytes;
    }
    if (length < payload.length) throw new S3Error('IncompleteBody');
  }

  return {
    bytes: through(),
    facts: () => {
      const digests = new Map([...running].map(([name, sum]) => [name, sum.digest()]));
      const md5 = digests.get('md5') ?? Buffer.alloc(0);
      checkHash(payload, digests.get('sha256'));
      checkMd5(request, md5);
      if (named === null) return { etag: md5.toString('hex'), checksums: {} };
      const value = digests.get(named)?.toString('base64') ?? '';
      checkChecksum(named, value, request, payload);
      return { etag: md5.toString('hex'), checksums: { [named]: value } };
    },
  };
}

/** The one algorithm of the request: its value is in a header, or announced for the end. */
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
