import type { AwsAnswer, AwsRequest, Handler } from '#aws/http/message.ts';
import { addressOf } from '#aws/s3/address.ts';
import { getObject } from '#aws/s3/get-object.ts';
import { errorAnswer, S3Error } from '#aws/s3/s3-error.ts';
import type { ObjectStore } from '#aws/store/object-store.ts';

export interface S3Options {
  readonly bucket: string;
  readonly store: ObjectStore;
  readonly log: (line: string) => void;
}

export function s3(options: S3Options): Handler {
  return async (request) => {
    const headers = { 'x-amz-request-id': request.id, 'X-Content-Type-Options': 'nosniff' };
    const answer = await answerTo(request, options);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  };
}

async function answerTo(request: AwsRequest, options: S3Options): Promise<AwsAnswer> {
  try {
    return await operation(request, options);
  } catch (error) {
    if (error instanceof S3Error) return errorAnswer(error, request);
    throw error;
  }
}

async function operation(request: AwsRequest, { bucket, store }: S3Options): Promise<AwsAnswer> {
  const address = addressOf(request.path, request.headers['host'] ?? '');
  if (address.bucket !== bucket)
    throw new S3Error('NoSuchBucket', { fields: { BucketName: address.bucket } });
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return getObject(request, address.key, store);
    default:
      // Who may write comes with the credentials that say who writes.
      throw new S3Error('AccessDenied');
  }
}
