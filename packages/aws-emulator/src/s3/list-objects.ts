import type { AwsAnswer } from '#aws/http/message.ts';
import type { S3Call } from '#aws/s3/call.ts';
import { S3Error } from '#aws/errors/s3-error.ts';
import type { StoredObject } from '#aws/store/object-store.ts';
import { element, texts } from '#aws/http/xml.ts';

const NAMESPACE = ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const MAX_KEYS = 1000;

/** Lists keys in byte order, at most 1000 per page. A token continues after the last page. */
export async function listObjects({ request: { query }, account, store }: S3Call): Promise<AwsAnswer> {
  const delimiter = query.get('delimiter') ?? '';
  const encoding = query.get('encoding-type');
  if (delimiter !== '' || (encoding !== null && encoding !== 'url')) throw new S3Error('NotImplemented');
  const prefix = query.get('prefix') ?? '';
  const maxKeys = maxKeysOf(query.get('max-keys'));
  const token = query.get('continuation-token');
  const keys = store.keysAfter(token === null ? (query.get('start-after') ?? '') : startOf(token), prefix);
  const page = keys.slice(0, maxKeys);
  const last = page.at(-1);
  const isTruncated = keys.length > page.length && last !== undefined;
  const written = (text: string): string => (encoding === 'url' ? encodeURIComponent(text) : text);
  const body = [
    texts({
      Name: account.bucket.name,
      Prefix: written(prefix),
      KeyCount: String(page.length),
      MaxKeys: String(maxKeys),
      IsTruncated: String(isTruncated),
      ...(encoding === null ? {} : { EncodingType: encoding }),
      ...(token === null ? {} : { ContinuationToken: token }),
      ...(isTruncated ? { NextContinuationToken: Buffer.from(last).toString('base64') } : {}),
    }),
    ...page.map((key) => store.find(key)).map((object) => (object === null ? '' : contents(object, written))),
  ].join('');
  return {
    status: 200,
    headers: { 'Content-Type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${element('ListBucketResult', body, NAMESPACE)}`,
  };
}

function contents(object: StoredObject, written: (text: string) => string): string {
  return element(
    'Contents',
    texts({
      Key: written(object.key),
      LastModified: object.lastModified,
      ETag: `"${object.etag}"`,
      Size: String(object.size),
      StorageClass: object.headers['x-amz-storage-class'] ?? 'STANDARD',
    }),
  );
}

function maxKeysOf(requested: string | null): number {
  if (requested === null) return MAX_KEYS;
  if (!/^\d{1,9}$/u.test(requested))
    throw new S3Error('InvalidArgument', {
      message: 'Provided max-keys not an integer or within integer range',
      fields: { ArgumentName: 'max-keys', ArgumentValue: requested },
    });
  return Math.min(Number(requested), MAX_KEYS);
}

function startOf(token: string): string {
  const bytes = Buffer.from(token, 'base64');
  if (bytes.length > 0 && bytes.toString('base64') === token) return bytes.toString();
  throw new S3Error('InvalidArgument', {
    message: 'The continuation token provided is incorrect',
    fields: { ArgumentName: 'continuation-token' },
  });
}
