import type { AwsAnswer } from '#aws/http/message.ts';
import { payloadOf } from '#aws/body/payload.ts';
import { verifyContent } from '#aws/body/verify-content.ts';
import type { S3Call } from '#aws/s3/call.ts';
import { S3Error } from '#aws/errors/s3-error.ts';
import { storageClassHeader } from '#aws/s3/storage-class.ts';
import { storedHeadersOf } from '#aws/s3/stored-headers.ts';

/** Stores an object, and sends S3's event to the guard. */
export async function putObject({
  request,
  caller,
  key,
  account,
  store,
  now,
  onCreated,
}: S3Call): Promise<AwsAnswer> {
  const { headers } = request;
  refuseUnsupported(headers);
  refuseWrongEncryption(headers);
  const storedHeaders = { ...storedHeadersOf(headers), ...storageClassHeader(headers) };
  const payload = await payloadOf(request, caller);
  const content = verifyContent(request, payload);
  const upload = await store.receive(content.bytes);
  let facts;
  try {
    facts = content.facts();
  } catch (error) {
    await store.discard(upload);
    throw error;
  }
  const object = {
    key,
    size: payload.length,
    etag: facts.etag,
    lastModified: new Date(Math.floor(now() / 1000) * 1000).toISOString(),
    headers: storedHeaders,
    checksums: facts.checksums,
    tags: {},
  };
  const outcome = await store.put(upload, object, headers['if-none-match'] !== undefined);
  if (outcome === 'exists')
    throw new S3Error('PreconditionFailed', { fields: { Condition: 'If-None-Match' } });
  if (outcome === 'deleted meanwhile')
    throw new S3Error('ConditionalRequestConflict', { fields: { Condition: 'If-None-Match', Key: key } });
  await onCreated({ bucket: account.bucket.name, key, size: object.size, etag: object.etag });
  return { status: 200, headers: { ...answerHeaders(object), 'Content-Length': '0' } };
}

function answerHeaders({ etag, checksums }: { etag: string; checksums: object }): Record<string, string> {
  const values = Object.entries(checksums).map(([name, value]) => [`x-amz-checksum-${name}`, String(value)]);
  return {
    ETag: `"${etag}"`,
    'x-amz-server-side-encryption': 'AES256',
    ...Object.fromEntries(values),
    ...(values.length === 0 ? {} : { 'x-amz-checksum-type': 'FULL_OBJECT' }),
  };
}

/** Refuses encryption headers that S3 refuses too. */
function refuseWrongEncryption(headers: Readonly<Record<string, string>>): void {
  const encryption = headers['x-amz-server-side-encryption'] ?? 'AES256';
  if (encryption !== 'AES256') throw new S3Error('InvalidEncryptionAlgorithmError');
  if (headers['x-amz-server-side-encryption-aws-kms-key-id'] !== undefined)
    throw new S3Error('InvalidArgument', {
      message:
        'Server Side Encryption with AWS KMS managed key requires HTTP header x-amz-server-side-encryption : aws:kms',
    });
}

/** Refuses features of S3 that the emulator lacks, instead of ignoring them. */
function refuseUnsupported(headers: Readonly<Record<string, string>>): void {
  const acl = headers['x-amz-acl'];
  const grants = Object.keys(headers).some((name) => name.startsWith('x-amz-grant-'));
  // The bucket owns all objects (BucketOwnerEnforced), so it does not support ACLs.
  if (grants || (acl !== undefined && acl !== 'bucket-owner-full-control'))
    throw new S3Error('AccessControlListNotSupported');
  const unserved =
    headers['x-amz-copy-source'] ??
    headers['if-match'] ??
    Object.keys(headers).find((name) => name.startsWith('x-amz-server-side-encryption-customer'));
  const ifNoneMatch = headers['if-none-match'] ?? '*';
  const isOfKms = headers['x-amz-server-side-encryption']?.startsWith('aws:kms') === true;
  if (unserved !== undefined || ifNoneMatch !== '*' || isOfKms) throw new S3Error('NotImplemented');
}
