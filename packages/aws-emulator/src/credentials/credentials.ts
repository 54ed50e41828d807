import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The session of an assumed role, to which credentials belong. */
export interface Session {
  /** The ARN of the role. */
  readonly role: string;
  readonly name: string;
  /** The session tags, which policies read as `aws:PrincipalTag/<name>`. */
  readonly tags: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

export interface TemporaryCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly expiration: Date;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ID = /^ASIA(?<random>[A-Z2-7]{10})(?<seal>[A-Z2-7]{6})$/u;

/**
 * Issues and verifies credentials without storing them, so that they survive a restart. An access key id contains a MAC, the
 * secret is derived from the id, and the session token is the session itself with a MAC.
 */
export class Credentials {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  issue(session: Session): TemporaryCredentials {
    const random = base32(randomBytes(10));
    const accessKeyId = `ASIA${random}${this.#sealOfId(random)}`;
    const content = Buffer.from(JSON.stringify({ ...session, accessKeyId }));
    return {
      accessKeyId,
      secretAccessKey: this.secretOf(accessKeyId),
      sessionToken: Buffer.concat([this.#hmac('token', content), content]).toString('base64'),
      expiration: new Date(session.expires),
    };
  }

  wasIssued(accessKeyId: string): boolean {
    const { random = '', seal = '' } = ID.exec(accessKeyId)?.groups ?? {};
    return seal !== '' && seal === this.#sealOfId(random);
  }

  secretOf(accessKeyId: string): string {
    return this.#hmac('secret', accessKeyId).subarray(0, 30).toString('base64');
  }

  /** Null if the token was not issued with this access key id. */
  sessionOf(accessKeyId: string, token: string): Session | null {
    const bytes = Buffer.from(token, 'base64');
    const [seal, content] = [bytes.subarray(0, 32), bytes.subarray(32)];
    // Base64 can encode the same bytes in several ways. Accept only the way that we use.
    if (seal.length !== 32 || bytes.toString('base64') !== token) return null;
    if (!timingSafeEqual(seal, this.#hmac('token', content))) return null;
    const session: Session & { accessKeyId: string } = JSON.parse(content.toString());
    return session.accessKeyId === accessKeyId ? session : null;
  }

  #sealOfId(random: string): string {
    return base32(this.#hmac('id', random)).slice(0, 6);
  }

  #hmac(purpose: string, content: string | Buffer): Buffer {
    return createHmac('sha256', this.#key).update(`${purpose}\0`).update(content).digest();
  }
}

function base32(bytes: Buffer): string {
  return Array.from(bytes, (byte) => BASE32[byte % 32]).join('');
}
