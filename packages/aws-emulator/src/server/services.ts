import { COGNITO_TARGET } from '#aws/cognito/cognito.ts';
import type { AwsRequest, Handler } from '#aws/http/message.ts';

export interface Services {
  readonly cognito: Handler;
  readonly sts: Handler;
  readonly s3: Handler;
}

/** Routes the requests of one port to the three services, which AWS serves at three hosts. */
export function servicesAtOnePort({ cognito, sts, s3 }: Services): Handler {
  return async (request) => {
    const { headers, method, path } = request;
    if (headers['x-amz-target']?.startsWith(COGNITO_TARGET) === true) return cognito(request);
    if (path !== '/') return s3(request);
    if (method === 'OPTIONS') return openPreflight(request);
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    return method === 'POST' && isForm ? sts(request) : s3(request);
  };
}

/** Cognito and STS allow every origin, since their calls need a token. */
const openPreflight: Handler = async ({ id, headers }: AwsRequest) => ({
  status: 200,
  headers: {
    'x-amzn-RequestId': id,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
    'Access-Control-Max-Age': '172800',
    'Content-Length': '0',
  },
});
