import type { Caller } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';

/**
 * Who an Authorization header stands for. As in the official emulator `Bearer owner` is the administrator, and ID
 * tokens are read without a look at their signature: the Auth emulator's have none.
 */
export function callerOf(authorization: string | undefined, now: number): Caller {
  if (authorization === undefined || authorization === '') return { kind: 'user', auth: null };
  const token = /^Bearer +(?<token>\S+)$/iu.exec(authorization.trim())?.groups?.['token'];
  if (token === undefined) throw unauthenticated('The Authorization header is not "Bearer <token>".');
  if (token === 'owner') return { kind: 'admin' };
  return { kind: 'user', auth: authOf(claimsOf(token), now) };
}

function authOf(
  claims: Record<string, unknown>,
  now: number,
): { uid: string; token: Record<string, unknown> } {
  const uid = claims['sub'] ?? claims['user_id'];
  if (typeof uid !== 'string' || uid === '') throw unauthenticated('The ID token names no user.');
  const { exp: expiry, iat: issued } = claims;
  // The SDKs' mock users have tokens of 1970, which are meant to hold.
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
