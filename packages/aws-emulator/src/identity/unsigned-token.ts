/** The claims of an ID token that the emulator uses. */
export interface Claims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  /** Seconds since the epoch. */
  readonly exp: number;
  readonly azp: string | null;
}

export type TokenFlaw = 'malformed' | 'signed';

/**
 * Reads an unsigned ID token (`alg: none`), as the local Auth emulator issues them. Refuses signed tokens, since the emulator
 * does not have the issuer's keys.
 */
export function readUnsignedToken(token: string): Claims | TokenFlaw {
  const parts = token.split('.');
  const [header, payload, signature] = parts;
  const head = jsonOf(header);
  const claims = jsonOf(payload);
  if (parts.length !== 3 || head === null || claims === null) return 'malformed';
  if (head['alg'] !== 'none' || signature !== '') return 'signed';
  const { iss, aud, sub, exp, azp } = claims;
  const isComplete =
    typeof iss === 'string' &&
    typeof aud === 'string' &&
    typeof sub === 'string' &&
    sub !== '' &&
    typeof exp === 'number';
  return isComplete ? { iss, aud, sub, exp, azp: typeof azp === 'string' ? azp : null } : 'malformed';
}

function jsonOf(part: string | undefined): Readonly<Record<string, unknown>> | null {
  if (part === undefined || !/^[A-Za-z0-9_-]+$/u.test(part)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
