import type { Caller } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';

/** Google's access tokens begin with this. The Admin client sends them by REST, with the credentials of gcloud for example. */
const ACCESS_TOKEN_START = 'ya29.';

/**
 * Reads the caller from an Authorization header. As in the official emulator, `Bearer owner` and access tokens are the
 * administrator. The signature of an ID token is not verified, because the Auth emulator does not sign its tokens.
 */
export function callerOf(authorization: string | undefined, now: number): Caller {
  if (authorization === undefined || authorization === '') return { kind: 'user', auth: null };
  const token = /^Bearer +(?<token>\S+)$/iu.exec(authorization.trim())?.groups?.['token'];
  if (token === undefined) throw unauthenticated('The Authorization header is not "Bearer <token>".');
  if (token.toLowerCase() === 'owner' || token.startsWith(ACCESS_TOKEN_START)) return { kind: 'admin' };
  return { kind: 'user', auth: authOf(claimsOf(token), now) };
}

function authOf(
  claims: Record<string, unknown>,
  now: number,
): { uid: string; token: Record<string, unknown> } {
  const uid = claims['sub'] ?? claims['user_id'];
  if (typeof uid !== 'string' || uid === '') throw unauthenticated('The ID token names no user.');
  const { exp: expiry, iat: issued } = claims;
  // The mock tokens of the SDKs are issued in 1970 and must not expire.
  if (issued !== 0 && typeof expiry === 'number' && expiry * 1000 <= now)
    throw unauthenticated('The ID token has expired.');
  return { uid, token: claims };
}

function claimsOf(token: string): Record<string, unknown> {
  const parts = token.split('.');
  const [, payload] = parts;
  if (parts.length !== 3 || payload === undefined) throw unauthenticated('The token is not a JWT.');
  let claims: unknown;
  try {
    claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  } catch (error) {
    throw unauthenticated('The token is not a JWT.', error);
  }
  if (!isRecord(claims)) throw unauthenticated('The token is not a JWT.');
  return claims;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unauthenticated(message: string, cause?: unknown): StatusError {
  return new StatusError('UNAUTHENTICATED', message, { cause });
}
