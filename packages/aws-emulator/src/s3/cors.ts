import type { CorsRule } from '#aws/account/account.ts';
import type { AwsAnswer, AwsRequest } from '#aws/http/message.ts';
import { matchesWildcard } from '#aws/policy/wildcard.ts';
import { S3Error } from '#aws/errors/s3-error.ts';

const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

/** The CORS headers of a response by the bucket's rules; none if no rule matches. */
export function corsHeaders(
  { headers, method }: AwsRequest,
  rules: readonly CorsRule[],
): Record<string, string> {
  const { origin } = headers;
  const rule = origin === undefined ? undefined : ruleFor(rules, origin, method, []);
  return rule === undefined || origin === undefined ? {} : { ...allowed(rule, origin), Vary: VARY };
}

/** Answers a browser's preflight request. */
export function preflight({ headers }: AwsRequest, rules: readonly CorsRule[]): AwsAnswer {
  const { origin, 'access-control-request-method': method } = headers;
  if (origin === undefined || method === undefined)
    throw new S3Error('BadRequest', { message: 'Insufficient information. Origin request header needed.' });
  const asked = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const rule = ruleFor(rules, origin, method, asked);
  if (rule === undefined)
    throw new S3Error('AccessForbidden', { fields: { Method: method, ResourceType: 'OBJECT' } });
  return {
    status: 200,
    headers: {
      ...allowed(rule, origin),
      ...(asked.length === 0 ? {} : { 'Access-Control-Allow-Headers': asked.join(', ') }),
      Vary: VARY,
      'Content-Length': '0',
    },
  };
}

/** The first matching rule, as in S3. */
function ruleFor(
  rules: readonly CorsRule[],
  origin: string,
  method: string,
  headers: readonly string[],
): CorsRule | undefined {
  return rules.find(
    (rule) =>
      rule.methods.includes(method) &&
      rule.origins.some((pattern) => matchesWildcard(origin, pattern)) &&
      headers.every((name) => rule.headers.some((pattern) => matchesWildcard(name, pattern.toLowerCase()))),
  );
}

function allowed({ origins, methods, exposed, maxAge }: CorsRule, origin: string): Record<string, string> {
  const isForAll = origins.includes('*');
  return {
    'Access-Control-Allow-Origin': isForAll ? '*' : origin,
    ...(isForAll ? {} : { 'Access-Control-Allow-Credentials': 'true' }),
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Expose-Headers': exposed.join(', '),
    ...(maxAge === null ? {} : { 'Access-Control-Max-Age': String(maxAge) }),
  };
}
