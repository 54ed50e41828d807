import { S3Error } from '#aws/errors/s3-error.ts';

/** The headers that S3 stores with an object and returns with it. */
const STORED_HEADERS = ['Cache-Control', 'Content-Disposition', 'Content-Language', 'Expires'] as const;
const METADATA = 'x-amz-meta-';
const METADATA_MAX_BYTES = 2048;

export function storedHeadersOf(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const stored: Record<string, string> = {
    'Content-Type': headers['content-type'] ?? 'binary/octet-stream',
  };
  for (const name of STORED_HEADERS) {
    const value = headers[name.toLowerCase()];
    if (value !== undefined) stored[name] = value;
  }
  // aws-chunked is the encoding of the upload, not of the object.
  const encodings = (headers['content-encoding'] ?? '').split(',').map((encoding) => encoding.trim());
  const encoding = encodings.filter((name) => name !== '' && name !== 'aws-chunked').join(',');
  if (encoding !== '') stored['Content-Encoding'] = encoding;
  return { ...stored, ...metadataOf(headers) };
}

function metadataOf(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const metadata = Object.entries(headers).filter(([name]) => name.startsWith(METADATA));
  const size = metadata.reduce(
    (sum, [name, value]) => sum + name.length - METADATA.length + Buffer.byteLength(value),
    0,
  );
  if (size > METADATA_MAX_BYTES)
    throw new S3Error('MetadataTooLarge', {
      fields: { Size: String(size), MaxSizeAllowed: String(METADATA_MAX_BYTES) },
    });
  return Object.fromEntries(metadata);
}
