import { StatusError } from '#firestore/api/status.ts';

const DEFAULT_PAGE_SIZE = 300;

export function pageSizeOf(size: number | null | undefined): number {
  if (size === null || size === undefined || size === 0) return DEFAULT_PAGE_SIZE;
  if (size < 0) throw new StatusError('INVALID_ARGUMENT', 'The page size must not be negative.');
  return size;
}

/** Encodes the position of the next page. The encoding shows that clients must not build tokens themselves. */
export function encodePageToken(position: string): string {
  return Buffer.from(position).toString('base64url');
}

export function decodePageToken(token: string | null | undefined): string | null {
  if (token === null || token === undefined || token === '') return null;
  const position = Buffer.from(token, 'base64url').toString();
  if (encodePageToken(position) === token) return position;
  throw invalidPageToken();
}

/** Decodes the token of a list whose pages start at a number. */
export function decodePageOffset(token: string | null | undefined): number {
  const position = decodePageToken(token);
  if (position === null) return 0;
  if (!/^\d{1,15}$/u.test(position)) throw invalidPageToken();
  return Number(position);
}

function invalidPageToken(): StatusError {
  return new StatusError('INVALID_ARGUMENT', 'The page token is invalid.');
}
