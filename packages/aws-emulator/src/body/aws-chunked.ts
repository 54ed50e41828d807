import { ByteReader } from '#aws/body/byte-reader.ts';
import { S3Error } from '#aws/errors/s3-error.ts';
import type { ChunkSigner } from '#aws/signature/chunk-signer.ts';

/** The trailers of a chunked body, by lower-case name. Empty until the last byte is read. */
export type Trailers = Map<string, string>;

interface ChunkedBody {
  readonly source: AsyncIterable<Uint8Array>;
  /** Verifies the signature of each chunk; null if the chunks are unsigned. */
  readonly signer: ChunkSigner | null;
  readonly expectsTrailers: boolean;
  readonly trailers: Trailers;
}

const HEADER = /^(?<size>[0-9a-fA-F]{1,8})(?:;chunk-signature=(?<signature>[0-9a-f]{64}))?$/u;
const LINE_LIMIT = 512;
const TRAILERS_LIMIT = 16;
/** A limit, because the reader buffers each chunk until it has verified the signature. */
const CHUNK_LIMIT = 64 * 1024 * 1024;

/**
 * Decodes AWS's content encoding `aws-chunked`, which is not HTTP's chunked transfer encoding. Yields a signed chunk only
 * after verifying its signature.
 */
export async function* awsChunks({
  source,
  signer,
  expectsTrailers,
  trailers,
}: ChunkedBody): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(source);
  for (;;) {
    const { size, signature } = readHeader(await reader.line(LINE_LIMIT), signer !== null);
    const chunk = await reader.exactly(size);
    if (chunk === null) throw new S3Error('IncompleteBody');
    if (signer !== null && signer.signatureOf(chunk) !== signature)
      throw new S3Error('SignatureDoesNotMatch');
    if (size === 0) break;
    yield chunk;
    if ((await reader.line(0)) !== '') throw new S3Error('IncompleteBody');
  }
  await readTrailers(reader, trailers, expectsTrailers ? signer : null);
}

function readHeader(line: string | null, isSigned: boolean): { size: number; signature: string | undefined } {
  const { size, signature } = HEADER.exec(line ?? '')?.groups ?? {};
  if (size === undefined) throw new S3Error('IncompleteBody');
  const bytes = Number.parseInt(size, 16);
  if (bytes > CHUNK_LIMIT) throw new S3Error('InvalidRequest', { message: 'The chunk is too large.' });
  if (isSigned && signature === undefined) throw new S3Error('SignatureDoesNotMatch');
  return { size: bytes, signature };
}

async function readTrailers(
  reader: ByteReader,
  trailers: Trailers,
  signer: ChunkSigner | null,
): Promise<void> {
  const given = new Map<string, string>();
  for (;;) {
    const line = await reader.line(LINE_LIMIT);
    // Some clients omit the last empty line.
    if (line === null || line === '') break;
    const colon = line.indexOf(':');
    if (colon === -1 || given.size === TRAILERS_LIMIT) throw new S3Error('MalformedTrailerError');
    given.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const signature = given.get('x-amz-trailer-signature');
  given.delete('x-amz-trailer-signature');
  if (signer !== null) {
    const lines = [...given].map(([name, value]) => `${name}:${value}\n`).join('');
    if (signer.signatureOfTrailers(lines) !== signature) throw new S3Error('SignatureDoesNotMatch');
  }
  for (const [name, value] of given) trailers.set(name, value);
}
