import { endpoint, isPath } from '@foldmark/contract/endpoints';
import { FAILURES, type FailureCode } from '@foldmark/contract/failures';

import { Failure } from '#functions/errors/failure.ts';
import { metadataUrl } from '#functions/oauth/metadata.ts';
import type { Services } from '#functions/services/services.ts';
import type { ApiAnswer, ApiRequest } from '#functions/http/message.ts';

const BEARER = /^Bearer +(\S+)$/i;
/**
 * Any page may call with an access token, because it must know the token, and a browser sends none by itself. Calls with the ID token of
 * a session stay on our own host: their header is not in this list.
 */
const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };
const PREFLIGHT = {
  ...ANY_ORIGIN,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Prefer',
  'Access-Control-Max-Age': '86400',
};
const READABLE = { 'Access-Control-Expose-Headers': 'Retry-After, Preference-Applied, WWW-Authenticate' };

/** The access token of a call. Null if the call has none, or has the ID token of a session and a foreign token that a proxy has added. */
export function bearerOf(request: ApiRequest): string | null {
  const token = BEARER.exec(request.header('authorization') ?? '')?.[1] ?? null;
  const isSession = (request.header('auth-token') ?? '') !== '' && token?.startsWith('fmk_') === false;
  return isSession ? null : token;
}

/** Answers a browser that asks whether a page of another site may call with an access token. Null for any other request. */
export function preflight(request: ApiRequest, path: string): ApiAnswer | null {
  if (request.method !== 'OPTIONS' || !isPath(path)) return null;
  const wanted = request.header('access-control-request-headers')?.toLowerCase().split(',') ?? [];
  const isBearer = wanted.some((name) => name.trim() === 'authorization');
  return isBearer ? { status: 204, headers: PREFLIGHT, body: null } : null;
}

/** The headers that let a page of any site read the answer to a call with an access token. */
export function crossOrigin(request: ApiRequest): Readonly<Record<string, string>> {
  return bearerOf(request) === null ? {} : { ...ANY_ORIGIN, ...READABLE };
}

const CHALLENGES: Readonly<Partial<Record<FailureCode, string>>> = {
  badToken: 'invalid_token',
  tokenExpired: 'invalid_token',
  tokenRevoked: 'invalid_token',
  tokenScope: 'insufficient_scope',
  notByToken: 'insufficient_scope',
};

/** What RFC 6750 wants a refused token to be told, and where a client learns how to get one (RFC 9728). */
export function challenge(
  thrown: unknown,
  request: ApiRequest,
  path: string,
  { issuer }: Pick<Services, 'issuer'>,
): Readonly<Record<string, string>> {
  if (!(thrown instanceof Failure) || !isPath(path)) return {};
  // Without the header of a session, the caller may be an app that has no token yet.
  const isApp = bearerOf(request) !== null || request.header('auth-token') === undefined;
  const error = CHALLENGES[thrown.code];
  if (!isApp || (error === undefined && thrown.code !== 'notSignedIn')) return {};
  const { scope } = endpoint(path);
  const fields = [
    ...(error === undefined
      ? []
      : [`error="${error}"`, `error_description="${FAILURES[thrown.code].primary_error}"`]),
    ...(thrown.code === 'tokenScope' ? [`scope="${scope}"`] : []),
    `resource_metadata="${metadataUrl(issuer())}"`,
  ];
  return { 'WWW-Authenticate': `Bearer ${fields.join(', ')}` };
}
