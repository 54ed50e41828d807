import { CognitoError } from '#aws/cognito/cognito-error.ts';
import type { CognitoContext, Input, Operation } from '#aws/cognito/context.ts';
import { getCredentialsForIdentity } from '#aws/cognito/get-credentials-for-identity.ts';
import { getId } from '#aws/cognito/get-id.ts';
import { getOpenIdToken } from '#aws/cognito/get-open-id-token.ts';
import type { AwsAnswer, AwsRequest, Handler } from '#aws/http/message.ts';
import { readText } from '#aws/http/read-text.ts';

export const COGNITO_TARGET = 'AWSCognitoIdentityService.';
const CONTENT_TYPE = 'application/x-amz-json-1.1';
const BODY_LIMIT = 256 * 1024;

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['GetId', getId],
  ['GetCredentialsForIdentity', getCredentialsForIdentity],
  ['GetOpenIdToken', getOpenIdToken],
]);

/** AWS JSON 1.1: one path, the operation in a header, input and output in the bodies. Any page may call it. */
export function cognito(context: CognitoContext): Handler {
  return async (request) => {
    try {
      return answer(request, 200, await operate(request, context));
    } catch (error) {
      if (!(error instanceof CognitoError)) throw error;
      return answer(request, error.status, { __type: error.code, message: error.message }, error.code);
    }
  };
}

async function operate(request: AwsRequest, context: CognitoContext): Promise<object> {
  const operation = OPERATIONS.get(request.headers['x-amz-target']?.slice(COGNITO_TARGET.length) ?? '');
  if (operation === undefined || request.method !== 'POST')
    throw new CognitoError('UnknownOperationException', 'Unknown operation');
  return operation(await inputOf(request), context);
}

async function inputOf(request: AwsRequest): Promise<Input> {
  const text = await readText(request, BODY_LIMIT);
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Said below, as of any other body that is none.
  }
  throw new CognitoError('SerializationException', 'The request body is no JSON object.');
}

function answer(request: AwsRequest, status: number, body: object, error?: string): AwsAnswer {
  return {
    status,
    headers: {
      'Content-Type': CONTENT_TYPE,
      'x-amzn-RequestId': request.id,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
      ...(error === undefined ? {} : { 'x-amzn-ErrorType': `${error}:` }),
    },
    body: JSON.stringify(body),
  };
}
