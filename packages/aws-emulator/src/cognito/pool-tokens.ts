import { createHmac, timingSafeEqual } from 'node:crypto';

/** The provider name of the pool's own tokens. */
export const POOL_PROVIDER = 'cognito-identity.amazonaws.com';
const TAGS = 'https://aws.amazon.com/tags';

export interface PoolToken {
  readonly identityId: string;
  readonly pool: string;
  /** Authentication methods: 'authenticated' or 'unauthenticated', and the provider. */
  readonly amr: readonly string[];
  /** The session tags of credentials that are issued for this token. */
  readonly tags: Readonly<Record<string, string>>;
  /** Seconds since the epoch. */
  readonly expires: number;
}

interface Claims {
  readonly sub: string;
  readonly aud: string;
  readonly amr: readonly string[];
  readonly exp: number;
  readonly [TAGS]?: { readonly principal_tags: Readonly<Record<string, readonly string[]>> };
}

/** Issues and verifies the pool's own tokens. AWS signs them with a key pair; the emulator uses one secret key. */
export class PoolTokens {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  issue({ identityId, pool, amr, tags, expires }: PoolToken, now: number): string {
    const principal_tags = Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]]));
    const head = [
      { alg: 'HS256', typ: 'JWT' },
      {
        sub: identityId,
        aud: pool,
        amr,
        ...(Object.keys(tags).length === 0 ? {} : { [TAGS]: { principal_tags } }),
        iss: `https://${POOL_PROVIDER}`,
        exp: expires,
        iat: now,
      },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${head}.${this.#signature(head)}`;
  }

  /** Null if this pool did not issue the token. */
  read(token: string): PoolToken | null {
    const dot = token.lastIndexOf('.');
    const head = token.slice(0, Math.max(dot, 0));
    const given = Buffer.from(token.slice(dot + 1));
    const expected = Buffer.from(this.#signature(head));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const claims: Claims = JSON.parse(Buffer.from(head.split('.')[1] ?? '', 'base64url').toString());
    const { sub, aud, amr, exp, [TAGS]: tags } = claims;
    return {
      identityId: sub,
      pool: aud,
      amr,
      tags: Object.fromEntries(
        Object.entries(tags?.principal_tags ?? {}).map(([name, [value = '']]) => [name, value]),
      ),
      expires: exp,
    };
  }

  #signature(head: string): string {
    return createHmac('sha256', this.#key).update(`pool token\0${head}`).digest('base64url');
  }
}
