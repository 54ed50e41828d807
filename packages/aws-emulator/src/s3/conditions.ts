import { S3Error } from '#aws/errors/s3-error.ts';
import type { StoredObject } from '#aws/store/object-store.ts';

/** True if the client has the current object. Throws an error if a precondition fails. Order: RFC 9110, 13.2.2. */
export function isNotModified(headers: Readonly<Record<string, string>>, object: StoredObject): boolean {
  const modified = Date.parse(object.lastModified);
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch !== undefined) {
    if (!includesETag(ifMatch, object.etag)) throw failed('If-Match');
  } else if (isLater(modified, headers['if-unmodified-since'])) {
    throw failed('If-Unmodified-Since');
  }
  if (ifNoneMatch !== undefined) return includesETag(ifNoneMatch, object.etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && modified <= since;
}

function isLater(modified: number, date: string | undefined): boolean {
  const since = Date.parse(date ?? '');
  return !Number.isNaN(since) && modified > since;
}

function includesETag(header: string, etag: string): boolean {
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//u, '').replaceAll('"', ''))
    .some((tag) => tag === '*' || tag === etag);
}

function failed(condition: string): S3Error {
  return new S3Error('PreconditionFailed', { fields: { Condition: condition } });
}
