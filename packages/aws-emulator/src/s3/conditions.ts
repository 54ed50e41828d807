import { S3Error } from '#aws/errors/s3-error.ts';
import type { StoredObject } from '#aws/store/object-store.ts';

/** True where the reader has this object already; throws where a precondition fails. In the order of RFC 9110, 13.2.2. */
export function isNotModified(headers: Readonly<Record<string, string>>, object: StoredObject): boolean {
  const modified = Date.parse(object.lastModified);
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch !== undefined) {
    if (!names(ifMatch, object.etag)) throw failed('If-Match');
  } else if (isLater(modified, headers['if-unmodified-since'])) {
    throw failed('If-Unmodified-Since');
  }
  if (ifNoneMatch !== undefined) return names(ifNoneMatch, object.etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && modified <= since;
}

function isLater(modified: number, date: string | undefined): boolean {
  const since = Date.parse(date ?? '');
  return !Number.isNaN(since) && modified > since;
}

function names(header: string, etag: string): boolean {
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//u, '').replaceAll('"', ''))
    .some((tag) => tag === '*' || tag === etag);
}

function failed(condition: string): S3Error {
  return new S3Error('PreconditionFailed', { fields: { Condition: condition } });
}
