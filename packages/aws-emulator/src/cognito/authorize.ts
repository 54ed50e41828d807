import { createHash } from 'node:crypto';

import { CognitoError, type CognitoErrorCode } from '#aws/cognito/cognito-error.ts';
import type { CognitoContext } from '#aws/cognito/context.ts';
import type { Session } from '#aws/credentials/credentials.ts';
import type { AwsRequest } from '#aws/http/message.ts';
import { evaluate } from '#aws/policy/evaluate.ts';
import { S3Error, type S3ErrorCode } from '#aws/errors/s3-error.ts';
import { authenticate } from '#aws/signature/authenticate.ts';

/** Cognito verifies signatures like S3, but has its own error codes. */
const CODES: Partial<Record<S3ErrorCode, CognitoErrorCode>> = {
  ExpiredToken: 'ExpiredTokenException',
  InvalidAccessKeyId: 'UnrecognizedClientException',
  InvalidToken: 'UnrecognizedClientException',
  RequestTimeTooSkewed: 'InvalidSignatureException',
  SignatureDoesNotMatch: 'InvalidSignatureException',
};

/** Throws an error unless a role whose policies allow the action on the pool has signed the request. */
export async function authorizeOwner(
  request: AwsRequest,
  body: string,
  action: string,
  context: CognitoContext,
): Promise<void> {
  const session = await sessionOf(request, body, context);
  const { account } = context;
  const resource = account.identityPool.arn;
  const question = { action, resource, principals: [], facts: new Map() };
  if (evaluate(account.roles.get(session.role)?.policies ?? [], question) !== 'allowed')
    throw new CognitoError(
      'AccessDeniedException',
      `${session.role}/${session.name} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`,
    );
}

async function sessionOf(request: AwsRequest, body: string, context: CognitoContext): Promise<Session> {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const hashed = { ...request, headers: { ...request.headers, 'x-amz-content-sha256': sha256 } };
  const { account, credentials, now } = context;
  try {
    const service = 'cognito-identity';
    const caller = await authenticate(hashed, { region: account.region, service, credentials, now });
    if (caller !== null) return caller.session;
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    throw new CognitoError(CODES[error.code] ?? 'IncompleteSignatureException', error.message);
  }
  throw new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token');
}
