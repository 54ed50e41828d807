import { timingSafeEqual } from 'node:crypto';

import type { Credentials, Session } from '#aws/credentials/credentials.ts';
import type { AwsRequest } from '#aws/http/message.ts';
import { S3Error } from '#aws/errors/s3-error.ts';
import { readSignature, type Signature } from '#aws/signature/read-signature.ts';
import { contentHashOf, recompute } from '#aws/signature/recompute.ts';

export interface Authenticator {
  readonly region: string;
  /** The service name in the signature's scope. */
  readonly service: string;
  readonly credentials: Credentials;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The authenticated caller of a request. */
export interface Caller {
  readonly session: Session;
  readonly signature: Signature;
  /** The key for the signatures of the body's chunks. */
  readonly secret: string;
}

const SKEW_MS = 15 * 60_000;

/** Verifies the signature of a request. Null for an unsigned request. */
export async function authenticate(request: AwsRequest, context: Authenticator): Promise<Caller | null> {
  const signature = readSignature(request);
  if (signature === null) return null;
  checkScope(signature, context);
  checkTime(signature, context.now());
  checkSignedHeaders(request, signature);
  if (signature.form === 'header' && request.headers['x-amz-content-sha256'] === undefined)
    throw new S3Error('MissingSecurityHeader', {
      message: 'Your request was missing a required header: x-amz-content-sha256',
      fields: { MissingHeaderName: 'x-amz-content-sha256' },
    });

  const { credentials } = context;
  const { accessKeyId } = signature;
  // Temporary credentials need their session token.
  if (!credentials.wasIssued(accessKeyId) || signature.token === null)
    throw new S3Error('InvalidAccessKeyId', { fields: { AWSAccessKeyId: accessKeyId } });
  const session = credentials.sessionOf(accessKeyId, signature.token);
  if (session === null) throw new S3Error('InvalidToken', { fields: { 'Token-0': signature.token } });
  const secret = credentials.secretOf(accessKeyId);
  await checkSignature(request, signature, secret);
  if (session.expires <= context.now())
    throw new S3Error('ExpiredToken', { fields: { 'Token-0': signature.token } });
  return { session, signature, secret };
}

function checkScope(
  { form, region, service, day, date }: Signature,
  expected: Pick<Authenticator, 'region' | 'service'>,
): void {
  const code = form === 'header' ? 'AuthorizationHeaderMalformed' : 'AuthorizationQueryParametersError';
  const start =
    form === 'header'
      ? 'The authorization header is malformed; '
      : 'Error parsing the X-Amz-Credential parameter; ';
  if (region !== expected.region)
    throw new S3Error(code, {
      message: `${start}the region '${region}' is wrong; expecting '${expected.region}'`,
      fields: { Region: expected.region },
    });
  if (service !== expected.service)
    throw new S3Error(code, {
      message: `${start}incorrect service "${service}". This endpoint belongs to "${expected.service}".`,
    });
  if (!date.startsWith(day))
    throw new S3Error(code, {
      message: `${start}Invalid credential date "${day}". This date is not the same as X-Amz-Date: "${date.slice(0, 8)}".`,
    });
}

function checkTime({ form, signedAt, date, expiresSeconds }: Signature, now: number): void {
  const serverTime = new Date(now).toISOString();
  if (form === 'header') {
    if (Math.abs(now - signedAt) > SKEW_MS)
      throw new S3Error('RequestTimeTooSkewed', {
        fields: { RequestTime: date, ServerTime: serverTime, MaxAllowedSkewMilliseconds: String(SKEW_MS) },
      });
    return;
  }
  if (signedAt - now > SKEW_MS) throw new S3Error('AccessDenied', { message: 'Request is not valid yet' });
  const end = signedAt + (expiresSeconds ?? 0) * 1000;
  if (now >= end)
    throw new S3Error('AccessDenied', {
      message: 'Request has expired',
      fields: {
        'X-Amz-Expires': String(expiresSeconds),
        Expires: new Date(end).toISOString(),
        ServerTime: serverTime,
      },
    });
}

/** Every header with a meaning for S3 must be signed. */
function checkSignedHeaders({ headers }: AwsRequest, { signedHeaders }: Signature): void {
  const needed = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  const missing = needed.filter((name) => !signedHeaders.includes(name));
  if (missing.length > 0)
    throw new S3Error('AccessDenied', {
      message: 'There were headers present in the request which were not signed',
      fields: { HeadersNotSigned: missing.join(', ') },
    });
}

async function checkSignature(request: AwsRequest, signature: Signature, secret: string): Promise<void> {
  const expected = Buffer.from(await recompute(request, signature, secret));
  const given = Buffer.from(signature.signature);
  if (expected.length === given.length && timingSafeEqual(expected, given)) return;
  throw new S3Error('SignatureDoesNotMatch', {
    fields: {
      AWSAccessKeyId: signature.accessKeyId,
      SignatureProvided: signature.signature,
      ContentHash: contentHashOf(request),
    },
  });
}
