import type { Address } from '#aws/s3/address.ts';
import { S3Error } from '#aws/errors/s3-error.ts';

/** The supported operations. Other requests get AccessDenied if no policy allows them, otherwise NotImplemented. */
export type Operation =
  | 'GetObject'
  | 'PutObject'
  | 'DeleteObject'
  | 'GetObjectTagging'
  | 'ListObjectsV2'
  | 'PutObjectTagging'
  | 'not served';

export interface RequestKind {
  readonly operation: Operation;
  /** The action in policies. */
  readonly action: string;
}

/** Query parameters that select another operation, with the suffix of its action (`s3:Get...`). */
const SUBRESOURCES = [
  'acl',
  'attributes',
  'legal-hold',
  'restore',
  'retention',
  'select',
  'torrent',
] as const;
const METHODS = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'POST']);

/** The operation of a request, by method and query. Headers do not affect it. */
export function kindOf(method: string, { key }: Address, query: URLSearchParams): RequestKind {
  if (!METHODS.has(method)) throw notAllowed(method, key);
  if (key === '') return bucketKind(method, query);
  if (query.has('tagging')) return taggingKind(method, key);
  if (query.has('uploads') || query.has('uploadId'))
    return {
      operation: 'not served',
      action: method === 'DELETE' ? 's3:AbortMultipartUpload' : 's3:PutObject',
    };
  if (SUBRESOURCES.some((name) => query.has(name)))
    return { operation: 'not served', action: 's3:OtherSubresource' };
  switch (method) {
    case 'GET':
    case 'HEAD':
      return { operation: 'GetObject', action: 's3:GetObject' };
    case 'PUT':
      return { operation: 'PutObject', action: 's3:PutObject' };
    case 'DELETE':
      return { operation: 'DeleteObject', action: 's3:DeleteObject' };
    default:
      throw notAllowed(method, key);
  }
}

function taggingKind(method: string, key: string): RequestKind {
  switch (method) {
    case 'GET':
      return { operation: 'GetObjectTagging', action: 's3:GetObjectTagging' };
    case 'PUT':
      return { operation: 'PutObjectTagging', action: 's3:PutObjectTagging' };
    case 'DELETE':
      return { operation: 'not served', action: 's3:DeleteObjectTagging' };
    default:
      throw notAllowed(method, key);
  }
}

function notServed(action: string): RequestKind {
  return { operation: 'not served', action };
}

function bucketKind(method: string, query: URLSearchParams): RequestKind {
  if (method === 'POST') return notServed(query.has('delete') ? 's3:DeleteObject' : 's3:PutObject');
  const isList = (method === 'GET' || method === 'HEAD') && [...query.keys()].every(isOfList);
  if (!isList) return notServed('s3:OtherBucketOperation');
  const isServed = method === 'GET' && query.get('list-type') === '2';
  return isServed ? { operation: 'ListObjectsV2', action: 's3:ListBucket' } : notServed('s3:ListBucket');
}

function isOfList(name: string): boolean {
  return /^(?:list-type|prefix|delimiter|max-keys|marker|start-after|continuation-token|encoding-type|fetch-owner|x-id|X-Amz-.*)$/u.test(
    name,
  );
}

function notAllowed(method: string, key: string): S3Error {
  return new S3Error('MethodNotAllowed', {
    fields: { Method: method, ResourceType: key === '' ? 'BUCKET' : 'OBJECT' },
    headers: { Allow: key === '' ? 'GET, HEAD, PUT, DELETE, POST' : 'GET, HEAD, PUT, DELETE' },
  });
}
