import type { Account } from '#aws/account/account.ts';
import type { Credentials } from '#aws/credentials/credentials.ts';
import type { AwsAnswer, AwsRequest, Handler } from '#aws/http/message.ts';
import { addressOf } from '#aws/s3/address.ts';
import { factsOf, isAllowed, requireAllowed } from '#aws/s3/authorize.ts';
import type { CreatedObject, S3Call } from '#aws/s3/call.ts';
import { corsHeaders, preflight } from '#aws/s3/cors.ts';
import { deleteObject } from '#aws/s3/delete-object.ts';
import { getObject } from '#aws/s3/get-object.ts';
import { listObjects } from '#aws/s3/list-objects.ts';
import { getObjectTagging, putObjectTagging } from '#aws/s3/object-tagging.ts';
import { putObject } from '#aws/s3/put-object.ts';
import { kindOf, type Operation } from '#aws/s3/request-kind.ts';
import { errorAnswer, S3Error } from '#aws/errors/s3-error.ts';
import { authenticate } from '#aws/signature/authenticate.ts';
import type { ObjectStore } from '#aws/store/object-store.ts';

export interface S3Options {
  readonly account: Account;
  readonly credentials: Credentials;
  readonly store: ObjectStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onCreated: (created: CreatedObject) => Promise<void>;
}

const OPERATIONS: Readonly<Record<Operation, (call: S3Call) => Promise<AwsAnswer>>> = {
  GetObject: async ({ request, key, store }) => getObject(request, key, store),
  PutObject: putObject,
  DeleteObject: deleteObject,
  GetObjectTagging: getObjectTagging,
  ListObjectsV2: listObjects,
  PutObjectTagging: putObjectTagging,
  'not served': async () => {
    throw new S3Error('NotImplemented');
  },
};

export function s3(options: S3Options): Handler {
  return async (request) => {
    const answer = await answerTo(request, options);
    const shared = {
      'x-amz-request-id': request.id,
      'x-amz-id-2': 'foldmark-aws',
      // S3 can't send this header. In AWS, the guard ensures that each object matches its content type.
      'X-Content-Type-Options': 'nosniff',
    };
    const cors = request.method === 'OPTIONS' ? {} : corsHeaders(request, options.account.bucket.cors);
    return { ...answer, headers: { ...shared, ...cors, ...answer.headers } };
  };
}

async function answerTo(request: AwsRequest, options: S3Options): Promise<AwsAnswer> {
  try {
    return await serve(request, options);
  } catch (error) {
    if (error instanceof S3Error) return errorAnswer(error, request);
    throw error;
  }
}

/** Order: address, authentication, authorization, and only then the content. */
async function serve(request: AwsRequest, options: S3Options): Promise<AwsAnswer> {
  const { account, store } = options;
  const { bucket } = account;
  const address = addressOf(request.path, request.headers['host'] ?? '');
  if (address.bucket === '') throw new S3Error('AccessDenied');
  if (address.bucket !== bucket.name)
    throw new S3Error('NoSuchBucket', { fields: { BucketName: address.bucket } });
  if (request.method === 'OPTIONS') return preflight(request, bucket.cors);

  const { operation, action } = kindOf(request.method, address, request.query);
  const caller = await authenticate(request, { ...options, region: account.region, service: 's3' });
  const { key } = address;
  const object = key === '' ? null : store.find(key);
  const facts = factsOf(request, caller, object);
  const resource = key === '' ? bucket.arn : `${bucket.arn}/${key}`;
  requireAllowed(account, caller, { action, resource, facts });
  // Tags in an upload need a permission of their own. Otherwise an upload could tag itself as checked.
  if (operation === 'PutObject' && request.headers['x-amz-tagging'] !== undefined) {
    requireAllowed(account, caller, { action: 's3:PutObjectTagging', resource, facts });
    throw new S3Error('NotImplemented');
  }
  // Only callers that may list the bucket learn that an object does not exist.
  const isMissing = object === null && (operation === 'GetObject' || operation === 'GetObjectTagging');
  if (isMissing && !isAllowed(account, caller, { action: 's3:ListBucket', resource: bucket.arn, facts }))
    throw new S3Error('AccessDenied');
  return OPERATIONS[operation]({ ...options, request, caller, key });
}
