import type { AwsAnswer, AwsRequest } from '#aws/http/message.ts';
import { byteRangeOf } from '#aws/s3/byte-range.ts';
import { isNotModified } from '#aws/s3/conditions.ts';
import { S3Error } from '#aws/errors/s3-error.ts';
import { ARCHIVES, STORAGE_CLASS } from '#aws/s3/storage-class.ts';
import type { ObjectStore, StoredObject } from '#aws/store/object-store.ts';

/** GetObject and HeadObject. The port omits the body of a HEAD request. */
export async function getObject(request: AwsRequest, key: string, store: ObjectStore): Promise<AwsAnswer> {
  const object = store.find(key);
  if (object === null) throw new S3Error('NoSuchKey', { fields: { Key: key } });
  refuseArchived(request, object);
  const headers = headersOf(object);
  if (isNotModified(request.headers, object)) return { status: 304, headers };

  const range = byteRangeOf(rangeHeader(request, object), object.size);
  if (range === 'unsatisfiable') throw invalidRange(request, object);
  const { start, end } = range ?? { start: 0, end: object.size };
  const body = await store.read(object, start, end);
  // Another request has replaced the object, so answer with the new one.
  if (body === null) return getObject(request, key, store);
  const length = { 'Content-Length': String(end - start) };
  if (range === null) return { status: 200, headers: { ...headers, ...length }, body };
  const contentRange = { 'Content-Range': `bytes ${start}-${end - 1}/${object.size}` };
  return { status: 206, headers: { ...headers, ...length, ...contentRange }, body };
}

/** Allows HEAD but not GET for an archived object, which must be restored first. */
function refuseArchived({ method }: AwsRequest, object: StoredObject): void {
  const storageClass = object.headers[STORAGE_CLASS] ?? '';
  if (method === 'GET' && ARCHIVES.has(storageClass))
    throw new S3Error('InvalidObjectState', { fields: { StorageClass: storageClass } });
}

function headersOf(object: StoredObject): Record<string, string> {
  return {
    ...object.headers,
    'Accept-Ranges': 'bytes',
    ETag: `"${object.etag}"`,
    'Last-Modified': new Date(object.lastModified).toUTCString(),
    'x-amz-server-side-encryption': 'AES256',
  };
}

/** The Range header, unless If-Range names another version of the object. */
function rangeHeader({ headers }: AwsRequest, object: StoredObject): string | undefined {
  const condition = headers['if-range'];
  const isSame =
    condition === undefined ||
    condition === `"${object.etag}"` ||
    Date.parse(condition) === Date.parse(object.lastModified);
  return isSame ? headers['range'] : undefined;
}

function invalidRange(request: AwsRequest, object: StoredObject): S3Error {
  return new S3Error('InvalidRange', {
    fields: { RangeRequested: request.headers['range'] ?? '', ActualObjectSize: String(object.size) },
    headers: { 'Content-Range': `bytes */${object.size}` },
  });
}
