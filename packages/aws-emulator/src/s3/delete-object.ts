import type { AwsAnswer } from '#aws/http/message.ts';
import type { S3Call } from '#aws/s3/call.ts';
import { S3Error } from '#aws/errors/s3-error.ts';

/** What is not there is deleted as well: S3 makes no difference. */
export async function deleteObject({ request, key, store }: S3Call): Promise<AwsAnswer> {
  const ifMatch = request.headers['if-match']?.replaceAll('"', '');
  const isGone = await store.remove(key, ifMatch === '*' ? undefined : ifMatch);
  if (!isGone) throw new S3Error('PreconditionFailed', { fields: { Condition: 'If-Match' } });
  return { status: 204, headers: {} };
}
