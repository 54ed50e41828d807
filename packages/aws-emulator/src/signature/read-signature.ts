import type { AwsRequest } from '#aws/http/message.ts';
import { S3Error } from '#aws/errors/s3-error.ts';

/** The parsed Signature Version 4 of a request, from its header or query. */
export interface Signature {
  readonly form: 'header' | 'query';
  readonly accessKeyId: string;
  /** YYYYMMDD */
  readonly day: string;
  readonly region: string;
  readonly service: string;
  /** The names of the signed headers, in lower case. */
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** The signing time, in milliseconds since the epoch. */
  readonly signedAt: number;
  /** The signing time as sent: YYYYMMDD'T'HHMMSS'Z'. */
  readonly date: string;
  /** The lifetime of a presigned URL; null for a signature in the header. */
  readonly expiresSeconds: number | null;
  readonly token: string | null;
}

export const ALGORITHM = 'AWS4-HMAC-SHA256';
const HEADER =
  /^AWS4-HMAC-SHA256 +Credential=(?<credential>[^, ]+), *SignedHeaders=(?<headers>[^, ]+), *Signature=(?<signature>[0-9a-f]{64})$/u;
const SCOPE = /^(?<id>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/(?<service>[^/]+)\/aws4_request$/u;
const DATE = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})T(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})Z$/u;
const WEEK_SECONDS = 604_800;

/** Null for an unsigned request. */
export function readSignature({ headers, query }: AwsRequest): Signature | null {
  const { authorization } = headers;
  const isInQuery = query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature');
  if (authorization !== undefined && isInQuery)
    throw new S3Error('InvalidArgument', {
      message:
        'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified',
    });
  if (authorization !== undefined) return fromHeader(authorization, headers);
  return isInQuery ? fromQuery(query) : null;
}

function fromHeader(authorization: string, headers: AwsRequest['headers']): Signature {
  if (!authorization.startsWith(ALGORITHM))
    throw new S3Error('InvalidRequest', {
      message: 'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.',
    });
  const parts = HEADER.exec(authorization)?.groups;
  if (parts === undefined) throw malformedHeader('The authorization header is malformed.');
  return {
    form: 'header',
    ...scopeOf(parts['credential'] ?? '', malformedHeader),
    ...dateOf(
      headers['x-amz-date'],
      () =>
        new S3Error('AccessDenied', {
          message: 'AWS authentication requires a valid Date or x-amz-date header',
        }),
    ),
    signedHeaders: (parts['headers'] ?? '').split(';'),
    signature: parts['signature'] ?? '',
    expiresSeconds: null,
    token: headers['x-amz-security-token'] ?? null,
  };
}

function fromQuery(query: URLSearchParams): Signature {
  const names = ['Algorithm', 'Credential', 'Signature', 'Date', 'SignedHeaders', 'Expires'];
  if (names.some((name) => !query.has(`X-Amz-${name}`)))
    throw malformedQuery(
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    );
  const value = (name: string): string => query.get(`X-Amz-${name}`) ?? '';
  if (value('Algorithm') !== ALGORITHM) throw malformedQuery(`X-Amz-Algorithm only supports "${ALGORITHM}"`);
  const expires = value('Expires');
  if (!/^\d{1,9}$/u.test(expires)) throw malformedQuery('X-Amz-Expires should be a number');
  if (Number(expires) > WEEK_SECONDS)
    throw malformedQuery(
      'X-Amz-Expires must be less than a week (in seconds) that is, the given X-Amz-Expires must be less than 604800 seconds',
    );
  return {
    form: 'query',
    ...scopeOf(value('Credential'), malformedQuery),
    ...dateOf(value('Date'), () =>
      malformedQuery("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\""),
    ),
    signedHeaders: value('SignedHeaders').split(';'),
    signature: value('Signature'),
    expiresSeconds: Number(expires),
    token: query.get('X-Amz-Security-Token'),
  };
}

function scopeOf(
  credential: string,
  malformed: (message: string) => S3Error,
): Pick<Signature, 'accessKeyId' | 'day' | 'region' | 'service'> {
  const { id = '', day = '', region = '', service = '' } = SCOPE.exec(credential)?.groups ?? {};
  if (id === '')
    throw malformed(
      `The Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".`,
    );
  return { accessKeyId: id, day, region, service };
}

function dateOf(date = '', malformed: () => S3Error): Pick<Signature, 'signedAt' | 'date'> {
  const { year, month, day, hour, minute, second } = DATE.exec(date)?.groups ?? {};
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(signedAt)) throw malformed();
  return { signedAt, date };
}

function malformedHeader(message: string): S3Error {
  return new S3Error('AuthorizationHeaderMalformed', { message });
}

function malformedQuery(message: string): S3Error {
  return new S3Error('AuthorizationQueryParametersError', { message });
}
