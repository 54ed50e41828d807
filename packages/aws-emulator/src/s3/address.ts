import { S3Error } from '#aws/errors/s3-error.ts';

export interface Address {
  readonly bucket: string;
  /** Empty for requests of the bucket itself. */
  readonly key: string;
}

const KEY_MAX_BYTES = 1024;
/** A host that contains the bucket: `<bucket>.localhost` or `<bucket>.s3[.<region>].<anything>`. */
const BUCKET_HOST = /^(?<bucket>[a-z0-9][a-z0-9.-]*?)\.(?:s3\.|localhost(?::|$))/u;

/** Reads bucket and key from host and path. A key is any text: `..` and `//` are part of its name. */
export function addressOf(path: string, host: string): Address {
  const bucketOfHost = BUCKET_HOST.exec(host)?.groups?.['bucket'];
  if (bucketOfHost !== undefined && bucketOfHost !== 's3')
    return { bucket: bucketOfHost, key: decoded(path.slice(1)) };
  const slash = path.indexOf('/', 1);
  const bucket = decoded(slash === -1 ? path.slice(1) : path.slice(1, slash));
  return { bucket, key: slash === -1 ? '' : decoded(path.slice(slash + 1)) };
}

function decoded(text: string): string {
  let key;
  try {
    key = decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI');
  }
  if (Buffer.byteLength(key) > KEY_MAX_BYTES) throw new S3Error('KeyTooLongError');
  return key;
}
