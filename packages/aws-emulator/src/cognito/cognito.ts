import { authorizeOwner } from '#aws/cognito/authorize.ts';
import { CognitoError } from '#aws/cognito/cognito-error.ts';
import type { CognitoContext, Input, Operation } from '#aws/cognito/context.ts';
import { getCredentialsForIdentity } from '#aws/cognito/get-credentials-for-identity.ts';
import { getId } from '#aws/cognito/get-id.ts';
import { getOpenIdTokenForDeveloperIdentity } from '#aws/cognito/get-open-id-token-for-developer-identity.ts';
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
/** Operations of the pool's owner. They need a signature and a policy that allows them. */
const OWNER_OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['GetOpenIdTokenForDeveloperIdentity', getOpenIdTokenForDeveloperIdentity],
]);

/** AWS JSON 1.1: the operation is in a header, input and output in the bodies. Every origin may call it. */
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
  const name = request.headers['x-amz-target']?.slice(COGNITO_TARGET.length) ?? '';
  const ownerOperation = OWNER_OPERATIONS.get(name);
  const operation = ownerOperation ?? OPERATIONS.get(name);
  if (operation === undefined || request.method !== 'POST')
    throw new CognitoError('UnknownOperationException', 'Unknown operation');
  const body = (await readText(request, BODY_LIMIT)) ?? '';
  if (ownerOperation !== undefined) await authorizeOwner(request, body, `cognito-identity:${name}`, context);
  return operation(inputOf(body), context);
}

function inputOf(body: string): Input {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Handled below, together with JSON that is not an object.
  }
  throw new CognitoError('SerializationException', 'The request body is not a JSON object.');
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
