import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Whom credentials stand for: an assumed role. */
export interface Session {
  /** The ARN of the role. */
  readonly role: string;
  readonly name: string;
  /** The session's tags, which policies ask for as `aws:PrincipalTag/<name>`. */
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
 * Makes credentials and knows its own again, also after a restart, without a list of them: an access key id carries a
 * seal, its secret follows from it, and the session token is the session itself, sealed.
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

  isOurs(accessKeyId: string): boolean {
    const { random = '', seal = '' } = ID.exec(accessKeyId)?.groups ?? {};
    return seal !== '' && seal === this.#sealOfId(random);
  }

  secretOf(accessKeyId: string): string {
    return this.#hmac('secret', accessKeyId).subarray(0, 30).toString('base64');
  }

  /** Null for a token that we have not made for this id. */
  sessionOf(accessKeyId: string, token: string): Session | null {
    const bytes = Buffer.from(token, 'base64');
    const [seal, content] = [bytes.subarray(0, 32), bytes.subarray(32)];
    // Base64 has many ways to write the same bytes; one of them is ours.
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
