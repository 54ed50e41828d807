import { awsChunks, type Trailers } from '#aws/body/aws-chunked.ts';
import type { AwsRequest } from '#aws/http/message.ts';
import { S3Error } from '#aws/errors/s3-error.ts';
import type { Caller } from '#aws/signature/authenticate.ts';
import { chunkSigner } from '#aws/signature/chunk-signer.ts';
import { contentHashOf } from '#aws/signature/recompute.ts';

/** The decoded body of an upload. */
export interface Payload {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly length: number;
  /** The expected SHA-256 of the bytes in hex; null if the request has none. */
  readonly sha256: string | null;
  readonly trailers: Trailers;
}

const STREAMING =
  /^STREAMING-(?:(?<unsigned>UNSIGNED-PAYLOAD)|AWS4-HMAC-SHA256-PAYLOAD)(?<trailer>-TRAILER)?$/u;
/** The maximum size of a single upload in S3. */
const MAX_BYTES = 5 * 1024 ** 3;

export async function payloadOf(request: AwsRequest, caller: Caller | null): Promise<Payload> {
  const hash = contentHashOf(request);
  const trailers: Trailers = new Map();
  const plain = { bytes: request.body, trailers };
  if (hash === 'UNSIGNED-PAYLOAD') return { ...plain, length: lengthOf(request), sha256: null };
  if (/^[0-9a-f]{64}$/u.test(hash)) return { ...plain, length: lengthOf(request), sha256: hash };

  const streaming = STREAMING.exec(hash)?.groups;
  const isUnsigned = streaming?.['unsigned'] !== undefined;
  const expectsTrailers = streaming?.['trailer'] !== undefined;
  if (streaming === undefined || (isUnsigned && !expectsTrailers))
    throw new S3Error('InvalidArgument', {
      message:
        'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER, STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER or a valid sha256 value.',
      fields: { ArgumentName: 'x-amz-content-sha256', ArgumentValue: hash },
    });
  // Signed chunks need a signed request.
  if (caller === null && !isUnsigned) throw new S3Error('AccessDenied');
  const signer = caller === null || isUnsigned ? null : await chunkSigner(caller);
  return {
    bytes: awsChunks({ source: request.body, signer, expectsTrailers, trailers }),
    length: parseLength(request.headers['x-amz-decoded-content-length']),
    sha256: null,
    trailers,
  };
}

function lengthOf({ headers }: AwsRequest): number {
  return parseLength(headers['content-length']);
}

function parseLength(length: string | undefined): number {
  if (length === undefined || !/^\d{1,15}$/u.test(length)) throw new S3Error('MissingContentLength');
  const bytes = Number(length);
  if (bytes > MAX_BYTES)
    throw new S3Error('EntityTooLarge', {
      fields: { ProposedSize: length, MaxSizeAllowed: String(MAX_BYTES) },
    });
  return bytes;
}
