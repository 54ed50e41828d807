import { hasToken } from '@foldmark/contract/access-tokens';
import { FAILURES } from '@foldmark/contract/failures';
import {
  isProtocolPath,
  PROTOCOL_ENDPOINTS,
  type ProtocolEndpoint,
  type ProtocolPath,
} from '@foldmark/contract/protocol-endpoints';

import { errorFields } from '#functions/errors/error-fields.ts';
import { Failure } from '#functions/errors/failure.ts';
import { OAuthError } from '#functions/errors/oauth-error.ts';
import type { ApiAnswer, ApiRequest } from '#functions/http/message.ts';
import { PROTOCOL_HANDLERS } from '#functions/oauth/endpoints.ts';
import type { Services } from '#functions/services/services.ts';

const BODY_MAX_BYTES = 16 * 1024;
const TYPES = {
  form: /^application\/x-www-form-urlencoded\s*(?:;|$)/i,
  json: /^application\/json\s*(?:;|$)/i,
} as const;
/** Clients run in pages of any site. None of these endpoints reads a cookie. */
const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };
const PREFLIGHT = {
  ...ANY_ORIGIN,
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
};
const HEADERS = {
  ...ANY_ORIGIN,
  'Access-Control-Expose-Headers': 'Retry-After',
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
};

/** Answers a request of OAuth in its own form. Null for any other path. */
export async function handleProtocol(request: ApiRequest, services: Services): Promise<ApiAnswer | null> {
  const path = request.path.replace(/(?<=.)\/$/, '');
  const isKnown = isProtocolPath(path);
  if (!isKnown && !path.startsWith('/.well-known/')) return null;
  if (request.method === 'OPTIONS') return { status: 204, headers: PREFLIGHT, body: null };
  // Clients look for the documents of other versions too. A page of another site must be able to read that there is none.
  if (!isKnown)
    return { status: 404, headers: HEADERS, body: bodyOf('invalid_request', 'There is no such document.') };
  const begin = services.now().getTime();
  const answer = await answerTo(request, path, services).catch((thrown: unknown) => failed(thrown, services));
  // Parameters can be tokens, so nothing but the path is logged.
  services.log.info('call', { path, status: answer.status, ms: services.now().getTime() - begin });
  return answer;
}

async function answerTo(request: ApiRequest, path: ProtocolPath, services: Services): Promise<ApiAnswer> {
  const { method, body: bodyType }: ProtocolEndpoint = PROTOCOL_ENDPOINTS[path];
  // Logs of other servers contain addresses.
  if (hasToken(request.url)) throw new OAuthError('invalid_request', FAILURES.tokenInUrl.primary_error);
  if (request.method !== method)
    return {
      status: 405,
      headers: { ...HEADERS, Allow: method },
      body: bodyOf('invalid_request', `Use ${method}.`),
    };
  const bytes = request.body ?? new Uint8Array();
  if (bytes.byteLength > BODY_MAX_BYTES)
    throw new OAuthError('invalid_request', FAILURES.tooLarge.primary_error);
  if (bodyType !== null && !TYPES[bodyType].test(request.header('content-type') ?? ''))
    throw new OAuthError('invalid_request', `The body must be ${bodyType === 'form' ? 'a form' : 'JSON'}.`);
  const sent = { body: new TextDecoder().decode(bytes), address: addressOf(request) };
  const { status, body } = await PROTOCOL_HANDLERS[path](sent, services);
  return { status, headers: HEADERS, body: JSON.stringify(body) };
}

/** Hosting adds the address of the caller to those that the caller has sent. */
function addressOf(request: ApiRequest): string {
  const [first = ''] = request.header('x-forwarded-for')?.split(',') ?? [];
  return request.header('fastly-client-ip') ?? first.trim();
}

function failed(thrown: unknown, { log }: Services): ApiAnswer {
  if (thrown instanceof OAuthError) {
    const status = thrown.code === 'invalid_client' ? 401 : 400;
    return { status, headers: HEADERS, body: bodyOf(thrown.code, thrown.message) };
  }
  if (thrown instanceof Failure && FAILURES[thrown.code].status < 500) {
    const { status } = FAILURES[thrown.code];
    if (status !== 429)
      return { status: 400, headers: HEADERS, body: bodyOf('invalid_grant', thrown.message) };
    const headers = { ...HEADERS, 'Retry-After': String(thrown.retryAfterS) };
    return { status, headers, body: bodyOf('temporarily_unavailable', thrown.message) };
  }
  log.error('unexpected error', errorFields(thrown));
  return { status: 500, headers: HEADERS, body: bodyOf('server_error', FAILURES.unexpected.primary_error) };
}

function bodyOf(error: OAuthError['code'], error_description: string): string {
  return JSON.stringify({ error, error_description });
}
