import type { AwsAnswer } from '#aws/http/message.ts';
import type { S3Call } from '#aws/s3/call.ts';
import { S3Error } from '#aws/errors/s3-error.ts';

/** Deletes an object. Like S3, it also answers 204 if the object does not exist. */
export async function deleteObject({ request, key, store }: S3Call): Promise<AwsAnswer> {
  const ifMatch = request.headers['if-match']?.replaceAll('"', '');
  const isGone = await store.remove(key, ifMatch === '*' ? undefined : ifMatch);
  if (!isGone) throw new S3Error('PreconditionFailed', { fields: { Condition: 'If-Match' } });
  return { status: 204, headers: {} };
}
